/** The assistant, in a panel that lives on from page to page. */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { CrashBoundary } from '../shell/CrashBoundary.tsx'
import type { IslandProps } from '../shell/island.ts'
import { useSite } from '../shell/services.ts'
import { useIslandPanel } from '../shell/useIslandPanel.ts'
import { AnswerView } from './AnswerView.tsx'
import './assistant.css'
import { openAssistant } from './openAssistant.ts'
import { readAssistantSettings } from './settings.ts'
import { type ShownTurn, useConversation } from './useConversation.ts'

const SUGGESTIONS = [
  'How long does a read-only session last?',
  'How do I require two approvers for a transfer?',
  'What does API_KEY_EXPIRED mean?',
]
const MOST_CHARACTERS = 400

export default function AssistantIsland({ host }: IslandProps) {
  const focus = useCallback(() => host.querySelector('textarea')?.focus(), [host])
  const { isOpen, close } = useIslandPanel(host, focus, findOpener)
  const title = useId()
  return (
    <section
      className="assistant-panel"
      aria-labelledby={title}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <CrashBoundary host={host} above={<PanelHead title={title} close={close} />}>
        <Panel host={host} title={title} close={close} />
      </CrashBoundary>
    </section>
  )
}

const findOpener = () => document.querySelector<HTMLElement>('[data-opens="assistant"]')

interface PanelProps {
  readonly host: HTMLElement
  /** Id of the heading. */
  readonly title: string
  readonly close: () => void
}

/** Hidden, not left, while it is closed: the conversation stays. */
function Panel({ host, title, close }: PanelProps) {
  const [settings] = useState(() => readAssistantSettings(host))
  const [provider] = useState(() => openAssistant(settings))
  const { announce } = useSite()
  const onAnswered = useCallback((turn: ShownTurn) => announce(spokenAnswer(turn)), [announce])
  const { turns, ask, retry, clear } = useConversation(provider, onAnswered)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const end = useRef<HTMLLIElement>(null)

  // Also where it comes anew after a crash.
  useEffect(() => field.current?.focus(), [])

  // The question stands at the top of what is in sight, its answer below it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each turn
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'start' })
  }, [turns.length])

  function submit(question: string) {
    if (question.trim() === '') return
    setText('')
    ask(question.trim())
    field.current?.focus()
  }

  return (
    <>
      <PanelHead title={title} close={close}>
        {turns.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          >
            Start over
          </button>
        )}
      </PanelHead>
      <div className="assistant-turns">
        {turns.length === 0 && <Welcome isHosted={settings.endpoint !== undefined} onAsk={submit} />}
        <ol>
          {turns.map((turn, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added
            <li key={at} ref={at === turns.length - 1 ? end : null}>
              <p className="assistant-question">{turn.question}</p>
              <AnswerView turn={turn} onRetry={retry} />
            </li>
          ))}
        </ol>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit(text)
        }}
      >
        <textarea
          ref={field}
          aria-label="Your question"
          placeholder="Your question"
          rows={2}
          maxLength={MOST_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit(text)
          }}
        />
        <button type="submit" className="button" disabled={text.trim() === ''}>
          Ask
        </button>
      </form>
    </>
  )
}

function PanelHead({ title, close, children }: Omit<PanelProps, 'host'> & { readonly children?: ReactNode }) {
  return (
    <header>
      <h2 id={title}>Ask the documentation</h2>
      {children}
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    </header>
  )
}

interface WelcomeProps {
  readonly isHosted: boolean
  readonly onAsk: (question: string) => void
}

function Welcome({ isHosted, onAsk }: WelcomeProps) {
  return (
    <div className="assistant-welcome">
      <p>
        {isHosted
          ? 'Your questions are sent to the assistant that this site names. Put no secret into them.'
          : 'Answers are quotations from these pages, found in your browser. What you ask does not leave it.'}
      </p>
      <ul>
        {SUGGESTIONS.map((question) => (
          <li key={question}>
            <button type="button" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function spokenAnswer({ parts, state, error }: ShownTurn): string {
  if (state === 'failed') return `No answer: ${error?.message}`
  return parts
    .flatMap((part) => ('text' in part ? [part.text] : part.kind === 'quote' ? part.passages : []))
    .join(' ')
}
