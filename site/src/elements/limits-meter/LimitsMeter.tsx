/** The use of each limit by the organization of the sandbox, and the refusal beyond one of them. */
import { limitRows } from '@keywright/contract/reference'
import { useState } from 'react'
import type { ElementProps } from '../element.ts'
import { ElementFrame, useReset } from '../kit/ElementFrame.tsx'
import { Button, Buttons, SelectField } from '../kit/fields.tsx'
import { Trouble, Verdict } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import { countUse, MORE, type More, makeOne, makeUntilRefused, type Use } from './countUse.ts'

const COMPACT = ['users', 'policies', 'tags', 'wallets', 'privateKeys']
const TITLES = new Map(limitRows().map(({ resource, title }) => [resource as string, title]))

export default function LimitsMeter({ chosen }: ElementProps) {
  const [key, reset] = useReset()
  return (
    <ElementFrame onReset={reset}>
      <Meters key={key} isCompact={chosen['size'] === 'compact'} />
    </ElementFrame>
  )
}

function Meters({ isCompact }: { readonly isCompact: boolean }) {
  const { run, ...counting } = useTask<readonly Use[]>()
  const making = useTask<string | undefined>()
  const [kind, setKind] = useState<More>('webhookEndpoints')
  const [made, setMade] = useState(0)
  const count = async (bench: Workbench) => {
    await run(() => countUse(bench))
  }
  const make = (work: (bench: Workbench) => Promise<string | undefined>) =>
    making.run(async () => {
      setMade(0)
      const bench = await openWorkbench()
      const refusal = await work(bench)
      await count(bench)
      return refusal
    })
  const shown = (counting.value ?? []).filter(({ resource }) => !isCompact || COMPACT.includes(resource))
  const isBusy = counting.isBusy || making.isBusy
  return (
    <>
      <Buttons>
        <Button isMain disabled={isBusy} onClick={() => void make(async () => undefined)}>
          {counting.value ? 'Count again' : 'Count in the sandbox'}
        </Button>
      </Buttons>
      <Trouble error={counting.error} />
      {shown.length > 0 && (
        <>
          <ul className="element-results" aria-label="Use of each limit">
            {shown.map((use) => (
              <Meter key={use.resource} use={use} />
            ))}
          </ul>
          <SelectField<More>
            label="Make more of"
            value={kind}
            options={(Object.keys(MORE) as More[]).map((one) => [one, `${MORE[one].words}s`])}
            onChange={setKind}
          />
          <Buttons>
            <Button
              disabled={isBusy}
              onClick={() => void make((bench) => makeOne(bench, kind).then(() => undefined))}
            >
              One more {MORE[kind].words}
            </Button>
            <Button
              disabled={isBusy}
              onClick={() =>
                void make((bench) => makeUntilRefused(bench, kind, () => setMade((before) => before + 1)))
              }
            >
              {making.isBusy ? `Made ${made}…` : 'Until it is refused'}
            </Button>
          </Buttons>
          <Trouble error={making.error} />
          {making.value && (
            <Verdict tone="bad" word="Refused:">
              {making.value}
            </Verdict>
          )}
        </>
      )}
      {counting.value === undefined && !isBusy && (
        <p>
          It counts users, policies, tags, wallets, keys and credentials by queries, and tells how much room
          is left.
        </p>
      )}
    </>
  )
}

function Meter({ use: { resource, used, limit, of } }: { readonly use: Use }) {
  const title = TITLES.get(resource) ?? resource
  const state = limit === null ? 'no limit' : used >= limit ? 'full' : `${limit - used} left`
  return (
    <li className="element-result">
      <div>
        <p>
          {title}: <strong>{used}</strong>
          {limit !== null && ` of ${limit}`}, {state}
          {of && ` (${of})`}
        </p>
        {limit !== null && limit > 0 && (
          <meter
            aria-label={title}
            className="element-progress"
            value={used}
            max={limit}
            high={limit * 0.9}
            optimum={0}
          />
        )}
      </div>
    </li>
  )
}
