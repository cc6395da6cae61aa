/** One expression: completion from the vocabulary, problems at their place, formatting. */
import { describeProblem, format, type PolicyError, parseExpression, type Side } from '@keywright/policy'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Completions, complete } from './complete.ts'

interface ExpressionEditorProps {
  readonly side: Side
  readonly text: string
  /** Of the whole policy; those of the other side are not shown here. */
  readonly problems: readonly PolicyError[]
  readonly onChange: (text: string) => void
}

const MOST_SHOWN = 8

export function ExpressionEditor({ side, text, problems, onChange }: ExpressionEditorProps) {
  const [offered, setOffered] = useState<Completions>()
  const [active, setActive] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const own = problems.filter((problem) => (problem.side ?? side) === side)
  const options = offered?.options.slice(0, MOST_SHOWN) ?? []

  function offer(value: string, caret: number) {
    const found = complete(value, caret, side)
    setOffered(found.options.length > 0 ? found : undefined)
    setActive(0)
  }

  function take(index: number) {
    const option = options[index]
    const element = area.current
    if (!option || !offered || !element) return
    const next = text.slice(0, offered.from) + option.text + text.slice(element.selectionStart)
    onChange(next)
    setOffered(undefined)
    const caret = offered.from + option.text.length
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(caret, caret)
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      offer(text, event.currentTarget.selectionStart)
      return
    }
    if (options.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(active)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setOffered(undefined)
    }
  }

  function select({ span }: PolicyError) {
    area.current?.focus()
    area.current?.setSelectionRange(span.start, Math.max(span.end, span.start + 1))
  }

  return (
    <div className="playground-expression">
      <div className="playground-row">
        <label htmlFor={id}>{side === 'condition' ? 'Condition' : 'Consensus'}</label>
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
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-options`}
        aria-activedescendant={options.length > 0 ? `${id}-option-${active}` : undefined}
        aria-invalid={own.length > 0}
        aria-describedby={own.length > 0 ? `${id}-problems` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          offer(event.target.value, event.target.selectionStart)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOffered(undefined)}
      />
      <div id={`${id}-options`} role="listbox" aria-label="Completions" hidden={options.length === 0}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, as in every combobox
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text's keys choose
          <div
            key={option.text}
            id={`${id}-option-${index}`}
            role="option"
            aria-selected={index === active}
            title={option.doc}
            // Before the text loses the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
          >
            <code>{option.text}</code> <span>{option.type}</span>
          </div>
        ))}
      </div>
      {own.length > 0 && (
        <ul id={`${id}-problems`} className="playground-problem">
          {own.map((problem) => (
            <li key={`${problem.code} ${problem.span.start}`}>
              ✕ {describeProblem(problem)}{' '}
              <button type="button" className="link-button" onClick={() => select(problem)}>
                Show
              </button>
              <pre>
                {text.slice(Math.max(0, problem.span.start - 24), problem.span.start)}
                <mark>
                  {text.slice(problem.span.start, Math.max(problem.span.end, problem.span.start + 1)) || ' '}
                </mark>
                {text.slice(Math.max(problem.span.end, problem.span.start + 1), problem.span.end + 24)}
              </pre>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
