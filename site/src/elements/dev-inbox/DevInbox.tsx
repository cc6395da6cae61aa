/** What the sandbox sends: letters as they come, with codes to copy and links to follow. */
import { Linked } from '@keywright/inspector/ui'
import type { Letter } from '@keywright/sandbox'
import { useEffect, useState } from 'react'
import { useSite } from '../../shell/services.ts'
import { ElementFrame, useReset } from '../kit/ElementFrame.tsx'
import { Button, Buttons } from '../kit/fields.tsx'
import { Facts, Trouble, Value } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import { carriedBy, FLOWS, type Flow, readLetters, send } from './letters.ts'

export default function DevInbox() {
  const [key, reset] = useReset()
  return (
    <ElementFrame onReset={reset}>
      <Inbox key={key} />
    </ElementFrame>
  )
}

function Inbox() {
  const { announce } = useSite()
  const [bench, setBench] = useState<Workbench>()
  const { run: read, ...reading } = useTask<readonly Letter[]>()
  const working = useTask<void>()
  const letters = reading.value

  useEffect(() => {
    if (!bench) return undefined
    return bench.sandbox.onEvent(({ name }) => {
      if (name === 'letter') announce('A message has arrived.')
      if (name === 'letter' || name === 'state') void read(() => readLetters(bench))
    })
  }, [bench, read, announce])

  const work = (doing: (opened: Workbench) => Promise<unknown>) =>
    working.run(async () => {
      const opened = await openWorkbench()
      setBench(opened)
      await doing(opened)
      await read(() => readLetters(opened))
    })
  const clear = () => work(({ sandbox }) => sandbox.inbox.clear())
  return (
    <>
      <Buttons>
        {(Object.keys(FLOWS) as Flow[]).map((flow, index) => (
          <Button
            key={flow}
            isMain={index === 0}
            disabled={working.isBusy}
            onClick={() => void work((opened) => send(opened, flow))}
          >
            {flow}
          </Button>
        ))}
        <Button disabled={working.isBusy} onClick={() => void work(async () => undefined)}>
          Show what is there
        </Button>
        {letters && letters.length > 0 && (
          <Button disabled={working.isBusy} onClick={() => void clear()}>
            Empty it
          </Button>
        )}
      </Buttons>
      <Trouble error={working.error ?? reading.error} />
      {letters === undefined ? (
        <p>A press sends something to Alice, a user of the sandbox. It arrives here and nowhere else.</p>
      ) : letters.length === 0 ? (
        <p>The inbox is empty.</p>
      ) : (
        <ul className="element-results" aria-label="Messages, newest first">
          {letters.map((letter, index) => (
            <LetterRow key={letter.id} letter={letter} isOpen={index === 0} />
          ))}
        </ul>
      )}
    </>
  )
}

function LetterRow({ letter, isOpen }: { readonly letter: Letter; readonly isOpen: boolean }) {
  const { kind, to, subject, text, receivedAt } = letter
  return (
    <li className="element-result">
      <div>
        <p>
          <strong>{subject ?? 'Text message'}</strong>
        </p>
        <p className="element-hint">
          {kind === 'sms' ? 'SMS' : 'Email'} to {to}, {new Date(receivedAt).toISOString().slice(11, 19)} UTC
        </p>
        {carriedBy(letter).length > 0 && (
          <Facts
            rows={carriedBy(letter).map(([name, value]) => [
              name,
              <Value key={name} what={name}>
                {value}
              </Value>,
            ])}
          />
        )}
        <details open={isOpen || undefined}>
          <summary>The message</summary>
          <div className="element-letter">
            <Linked text={text} />
          </div>
        </details>
      </div>
    </li>
  )
}
