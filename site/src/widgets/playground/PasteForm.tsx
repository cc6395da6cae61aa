import type { RequestFacts } from '@keywright/policy'
import { useId, useState } from 'react'
import { messages } from '../../config/messages.ts'
import type { Chain } from './readPasted.ts'

const CHAINS: readonly Chain[] = ['Ethereum', 'Solana', 'Bitcoin']

interface PasteFormProps {
  readonly request: RequestFacts
  readonly onRead: (request: RequestFacts) => void
}

/** Turns an unsigned transaction in hex into the payload of the request. */
export function PasteForm({ request, onRead }: PasteFormProps) {
  const [chain, setChain] = useState<Chain>('Ethereum')
  const [hex, setHex] = useState('')
  const [outcome, setOutcome] = useState('')
  const id = useId()

  async function readIt() {
    setOutcome('Reading…')
    try {
      const { readPasted } = await import('./readPasted.ts')
      const found = readPasted(chain, hex, request.wallet_account?.address ?? '')
      const { eth: _, solana: __, bitcoin: ___, ...rest } = request
      onRead({ ...rest, ...found })
      setOutcome('✓ The fields below now show this transaction.')
    } catch (error) {
      const { name, message } = error as Error
      setOutcome(
        name === 'KeysError'
          ? `✕ ${message}`
          : `✕ Couldn’t load the transaction reader. Check your connection and try again. ${messages.reloadYourself}`,
      )
    }
  }

  return (
    <details className="details">
      <summary>Paste an unsigned transaction</summary>
      <div className="playground-row">
        <label>
          Chain
          <select value={chain} onChange={(event) => setChain(event.target.value as Chain)}>
            {CHAINS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <button type="button" className="button" disabled={hex.trim() === ''} onClick={readIt}>
          Read the transaction
        </button>
      </div>
      <label htmlFor={id}>Unsigned transaction, in hex (Bitcoin: a PSBT)</label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={hex}
        onChange={(event) => setHex(event.target.value)}
      />
      <p role="status">{outcome}</p>
    </details>
  )
}
