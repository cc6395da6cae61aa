/** The page's list with boxes to tick: kept in this browser, shared by the pages that say the same. */
import { useState } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { StoredValue } from '../../ui/stored.ts'
import { useStored } from '../../ui/useStored.ts'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { CheckField } from '../kit/fields.tsx'
import { headingText } from '../kit/pageText.tsx'
import { Verdict } from '../kit/results.tsx'
import { readChecklist, toMarkdown } from './readChecklist.ts'

const DONE: StoredValue<readonly string[]> = {
  key: 'checklist',
  fallback: [],
  parse: (stored) =>
    Array.isArray(stored) && stored.every((one) => typeof one === 'string') ? stored : undefined,
}

export default function Checklist() {
  // The page's text does not change while it is read.
  const [groups] = useState(() => readChecklist(document.querySelector('main') ?? document))
  const [title] = useState(() => {
    const heading = document.querySelector('h1')
    return heading ? headingText(heading) : 'Checklist'
  })
  const [stored, store] = useStored(DONE)
  const done = new Set(stored)
  const all = groups.flatMap(({ items }) => items)
  const own = new Set(all.map(({ id }) => id))
  const ticked = (ids: readonly { readonly id: string }[]) => ids.filter(({ id }) => done.has(id)).length
  return (
    <ElementFrame
      onReset={() => store(stored.filter((id) => !own.has(id)))}
      actions={
        <span>
          As Markdown <CopyButton text={toMarkdown(title, groups, done)} what="checklist as Markdown" />
        </span>
      }
    >
      {all.length === 0 ? (
        <p>This page has no list of things to check.</p>
      ) : ticked(all) === all.length ? (
        <Verdict tone="good" word="Complete:">
          all {all.length} are ticked.
        </Verdict>
      ) : (
        <Verdict tone="waiting" word="Open:">
          {ticked(all)} of {all.length} are ticked. The ticks stay in this browser.
        </Verdict>
      )}
      {groups.map(({ title: name, items }) => (
        <fieldset key={name}>
          <legend>
            {name}: {ticked(items)} of {items.length}
          </legend>
          <progress className="element-progress" aria-label={name} value={ticked(items)} max={items.length} />
          {items.map(({ id, text, check }) => (
            <CheckField
              key={id}
              label={
                <>
                  {text}
                  {check && <span className="element-hint"> Check: {check}</span>}
                </>
              }
              checked={done.has(id)}
              onChange={(isDone) =>
                store(
                  isDone ? [...stored.filter((one) => one !== id), id] : stored.filter((one) => one !== id),
                )
              }
            />
          ))}
        </fieldset>
      ))}
    </ElementFrame>
  )
}
