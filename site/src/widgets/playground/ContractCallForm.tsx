import type { RequestFacts } from '@keywright/policy'
import { useId, useState } from 'react'
import { messages } from '../../config/messages.ts'
import type { AbiFunction } from './buildCall.ts'
import { writeAt } from './requestFields.ts'

const NAMES = ['erc20', 'erc721', 'erc1155', 'weth', 'permit2', 'erc4337'] as const

interface ContractCallFormProps {
  readonly request: RequestFacts
  readonly onBuild: (request: RequestFacts) => void
}

/** The ABI, the chosen function, and what was typed for its arguments. */
function useContractCall({ request, onBuild }: ContractCallFormProps) {
  const [abi, setAbi] = useState('')
  const [functions, setFunctions] = useState<readonly AbiFunction[]>([])
  const [selector, setSelector] = useState('')
  const [typed, setTyped] = useState<readonly string[]>([])
  const [outcome, setOutcome] = useState('')
  const called = functions.find((each) => each.selector === selector)

  /** Runs a step of the lazily loaded code, and shows its problem. */
  async function attempt(step: (code: typeof import('./buildCall.ts')) => string) {
    try {
      setOutcome(step(await import('./buildCall.ts')))
    } catch (error) {
      const { name, message } = error as Error
      setOutcome(
        name === 'InterfaceError'
          ? `✕ ${message}`
          : `✕ Couldn’t load the ABI reader. Check your connection and try again. ${messages.reloadYourself}`,
      )
    }
  }
  const readAbi = (text: string) =>
    attempt(({ functionsOf }) => {
      setFunctions([])
      const found = functionsOf(text)
      setFunctions(found)
      choose(found[0]?.selector ?? '')
      return found.length === 0 ? '✕ The ABI has no function.' : ''
    })
  const build = () =>
    attempt(({ buildCall }) => {
      const facts = buildCall(called!, typed)
      onBuild(
        Object.entries(facts).reduce(
          (next, [name, value]) => writeAt(next, `eth.tx.${name}`, value),
          request,
        ),
      )
      return '✓ The fields below now show this call.'
    })
  function choose(next: string) {
    setSelector(next)
    setTyped([])
  }
  const readKnown = (name: string) =>
    attempt(({ knownAbis }) => {
      const text = knownAbis[name]!
      setAbi(text)
      readAbi(text)
      return ''
    })
  return { abi, setAbi, functions, called, typed, setTyped, outcome, choose, readAbi, readKnown, build }
}

/** Builds a contract call from an ABI and its arguments. */
export function ContractCallForm(props: ContractCallFormProps) {
  const { abi, setAbi, functions, called, typed, setTyped, outcome, choose, readAbi, readKnown, build } =
    useContractCall(props)
  const id = useId()
  return (
    <details className="details">
      <summary>Build a contract call</summary>
      <div className="playground-row">
        <label>
          Interface
          <select value="" onChange={({ target }) => readKnown(target.value)}>
            <option value="">paste an ABI, or choose</option>
            {NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" className="button" disabled={abi.trim() === ''} onClick={() => readAbi(abi)}>
          Read the ABI
        </button>
      </div>
      <label htmlFor={id}>ABI, as JSON</label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={abi}
        onChange={(event) => setAbi(event.target.value)}
      />
      {called && (
        <>
          <label>
            Function
            <select value={called.selector} onChange={(event) => choose(event.target.value)}>
              {functions.map(({ selector: each, signature }) => (
                <option key={each} value={each}>
                  {signature}
                </option>
              ))}
            </select>
          </label>
          <Arguments called={called} typed={typed} onChange={setTyped} />
          <button type="button" className="button" onClick={build}>
            Use this call
          </button>
        </>
      )}
      <p role="status">{outcome}</p>
    </details>
  )
}

interface ArgumentsProps {
  readonly called: AbiFunction
  readonly typed: readonly string[]
  readonly onChange: (typed: readonly string[]) => void
}

function Arguments({ called: { inputs }, typed, onChange }: ArgumentsProps) {
  return (
    <div className="playground-fields">
      {inputs.map(({ name, type }, n) => (
        <label key={name || n}>
          <span>
            <code>{name || n}</code> <small>{type.text}</small>
          </span>
          <input
            value={typed[n] ?? ''}
            spellCheck={false}
            onChange={({ target }) =>
              onChange(inputs.map((_, at) => (at === n ? target.value : (typed[at] ?? ''))))
            }
          />
        </label>
      ))}
    </div>
  )
}
