/** Editor for one expression, with completion, problem markers and formatting. */

import { describeProblem, format, type PolicyError, parseExpression, type Side } from '@keywright/policy'
import { hasModifier, isComposing } from '@keywright/ui/keys'
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useRef, useState } from 'react'
import { type Completions, complete, type KnownCalls } from './complete.ts'

interface ExpressionEditorProps {
  readonly side: Side
  readonly text: string
  /** Problems of the whole policy. The editor shows only those of its own side. */
  readonly problems: readonly PolicyError[]
  /** Names that completion offers for contract calls. */
  readonly calls: KnownCalls
  readonly onChange: (text: string) => void
}

const LABELS: Readonly<Record<Side, string>> = {
  condition: 'Condition',
  consensus: 'Consensus',
  time: 'Time',
}

const MOST_SHOWN = 8

/** Rows that fit the text, for browsers without `field-sizing`. */
const rowsOf = (text: string): number =>
  Math.min(
    10,
    text.split('\n').reduce((rows, line) => rows + Math.ceil((line.length + 1) / 36), 0),
  )

export function ExpressionEditor({ side, text, problems, calls, onChange }: ExpressionEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const own = problems.filter((problem) => (problem.side ?? side) === side)
  const { options, active, offer, moved, take, close, onKeyDown } = useCompletions(
    side,
    calls,
    text,
    onChange,
    area,
  )

  function select({ span }: PolicyError) {
    area.current?.focus()
    area.current?.setSelectionRange(span.start, Math.max(span.end, span.start + 1))
  }

  return (
    <div className="playground-expression">
      <div className="playground-row">
        <label htmlFor={id}>{LABELS[side]}</label>
        <button
          type="button"
          className="link-button"
          disabled={own.length > 0 || text.trim() === ''}
          onClick={() => onChange(format(parseExpression(text)))}
        >
          Format<span className="visually-hidden"> {side}</span>
        </button>
      </div>
      <textarea
        ref={area}
        id={id}
        rows={rowsOf(text)}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        value={text}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={`${id}-options`}
        aria-activedescendant={options.length > 0 ? `${id}-option-${active}` : undefined}
        aria-invalid={own.length > 0}
        aria-describedby={own.length > 0 ? `${id}-problems` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          offer(event.target.value, event.target.selectionStart)
        }}
        onKeyDown={onKeyDown}
        // Not `onSelect`: React holds it back while a mouse button is down, and sees no release outside its own elements.
        onKeyUp={moved}
        onMouseDown={close}
        onBlur={close}
      />
      <Options id={id} options={options} active={active} onTake={take} />
      {own.length > 0 && <Problems id={`${id}-problems`} text={text} problems={own} onShow={select} />}
    </div>
  )
}

/** Completions from the vocabulary at the caret, chosen by keyboard or click. */
function useCompletions(
  side: Side,
  calls: KnownCalls,
  text: string,
  onChange: (text: string) => void,
  area: RefObject<HTMLTextAreaElement | null>,
) {
  const [offered, setOffered] = useState<Completions & { readonly caret: number }>()
  const [active, setActive] = useState(0)
  const options = offered?.options.slice(0, MOST_SHOWN) ?? []
  const close = () => setOffered(undefined)

  function offer(value: string, caret: number) {
    const found = complete(value, caret, side, calls)
    setOffered(found.options.length > 0 ? { ...found, caret } : undefined)
    setActive(0)
  }

  /** Closes what was offered for another place. */
  function moved({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    if (currentTarget.selectionStart !== offered?.caret) close()
  }

  function take(index: number) {
    const option = options[index]
    const element = area.current
    if (!option || !offered || !element) return
    element.focus()
    element.setSelectionRange(offered.from, offered.caret)
    // As if typed, so that the reader can undo it.
    if (!document.execCommand?.('insertText', false, option.text)) {
      element.setRangeText(option.text)
      onChange(element.value)
    }
    close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      offer(text, event.currentTarget.selectionStart)
      return
    }
    // With a modifier, keys select text or break lines.
    if (options.length === 0 || isComposing(event.nativeEvent) || hasModifier(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(active)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
  }

  return { options, active, offer, moved, take, close, onKeyDown }
}

interface OptionsProps {
  readonly id: string
  readonly options: Completions['options']
  readonly active: number
  readonly onTake: (index: number) => void
}

function Options({ id, options, active, onTake }: OptionsProps) {
  return (
    <div id={`${id}-options`} role="listbox" aria-label="Completions" hidden={options.length === 0}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, as in every combobox
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
        <div
          key={option.text}
          id={`${id}-option-${index}`}
          role="option"
          aria-selected={index === active}
          title={option.doc}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(index)}
        >
          <code>{option.text}</code> <span>{option.type}</span>
        </div>
      ))}
    </div>
  )
}

interface ProblemsProps {
  readonly id: string
  readonly text: string
  readonly problems: readonly PolicyError[]
  readonly onShow: (problem: PolicyError) => void
}

function Problems({ id, text, problems, onShow }: ProblemsProps) {
  return (
    <ul id={id} className="playground-problem">
      {problems.map((problem) => {
        const { start } = problem.span
        const end = Math.max(problem.span.end, start + 1)
        return (
          <li key={`${problem.code} ${start}`}>
            ✕ {describeProblem(problem)}{' '}
            <button type="button" className="link-button" onClick={() => onShow(problem)}>
              Show
            </button>
            <pre>
              {text.slice(Math.max(0, start - 24), start)}
              <mark>{text.slice(start, end) || ' '}</mark>
              {text.slice(end, problem.span.end + 24)}
            </pre>
          </li>
        )
      })}
    </ul>
  )
}
