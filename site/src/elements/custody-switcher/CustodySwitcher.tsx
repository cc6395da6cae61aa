/** A custody model → its configuration, and a matrix of who can do what, tried in the engine. */
import { useState } from 'react'
import type { ElementProps } from '../element.ts'
import type { Attempt } from '../kit/crew.ts'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField } from '../kit/fields.tsx'
import { ResultRow, Results, TextBlock, type Tone, Trouble, Verdict } from '../kit/results.tsx'
import { ShareLink } from '../kit/ShareLink.tsx'
import { readShared } from '../kit/shared.ts'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { configOf, isModelName, MODELS, type ModelName, PARTIES, type Party } from './models.ts'
import { type Cell, tryModel } from './tryModel.ts'

const ID = 'custody-switcher'
const NAMES = Object.entries(MODELS).map(([name, { label }]) => [name as ModelName, label] as const)

export default function CustodySwitcher({ chosen }: ElementProps) {
  const first = isModelName(chosen['model']) ? chosen['model'] : 'user'
  const [name, setName] = useState<ModelName>(() => {
    const shared = readShared(ID)?.['model']
    return isModelName(shared) ? shared : first
  })
  const [tried, setTried] = useState<{ readonly name: ModelName; readonly cells: readonly Cell[] }>()
  const task = useTask<void>()
  const attempt = () =>
    task.run(async () => setTried({ name, cells: await tryModel(await openWorkbench(), name) }))
  return (
    <ElementFrame
      actions={<ShareLink id={ID} choices={{ model: name }} />}
      onReset={() => {
        setName(first)
        setTried(undefined)
      }}
    >
      <Fields>
        <SelectField label="Model" value={name} options={NAMES} onChange={setName} />
      </Fields>
      <Verdict tone="plain" word={`${MODELS[name].label}:`}>
        {MODELS[name].text}
      </Verdict>
      <Buttons>
        <Button isMain disabled={task.isBusy} onClick={() => void attempt()}>
          {task.isBusy ? 'Each one tries…' : 'Try who can do what'}
        </Button>
      </Buttons>
      <Trouble error={task.error} />
      {tried?.name === name &&
        PARTIES.map((party) => (
          <Results key={party} label={`What ${party.toLowerCase()} can do`}>
            {tried.cells
              .filter((cell) => cell.party === party)
              .map((cell) => (
                <CellRow key={cell.doing} {...cell} />
              ))}
          </Results>
        ))}
      {chosen['compact'] === undefined && (
        <TextBlock text={configOf(name)} label="Parameters of create_sub_organization" />
      )}
    </ElementFrame>
  )
}

function CellRow({ party, doing, attempt }: Cell) {
  const [tone, word, text] = read(attempt, party)
  return (
    <ResultRow tone={tone} word={word} title={`${party}: ${doing}`}>
      {text}
    </ResultRow>
  )
}

function read(attempt: Attempt, party: Party): readonly [Tone, string, string | undefined] {
  if (attempt.outcome === 'refused') return ['bad', 'no', attempt.message]
  const other = PARTIES.find((one) => one !== party)!
  if (attempt.outcome === 'waiting') return ['waiting', 'waits', 'nobody is there who could approve']
  if (attempt.approvals === 1) return ['good', 'yes', undefined]
  return ['waiting', 'together', `after ${other.toLowerCase()} approved`]
}
