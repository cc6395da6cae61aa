/** A request in several forms, and its answer, each to be copied whole. */
import { useId, useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import type { Operation } from './description.ts'
import { type ExampleLanguage, pretty, requestExamples } from './examples.ts'

const LANGUAGES: readonly ExampleLanguage[] = ['JSON', 'curl', 'TypeScript']
const KEY = 'reference.language'

export function Examples({ path, operation }: { path: string; operation: Operation }) {
  const body = operation.requestBody.content['application/json'].example
  const answer = operation.responses[200].content['application/json'].example
  const [language, setLanguage] = useState<ExampleLanguage>(rememberedLanguage)
  const id = useId()
  const texts = requestExamples({ path, body, kind: operation['x-call'].kind })

  function choose(next: ExampleLanguage) {
    setLanguage(next)
    rememberLanguage(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <div className="call-examples">
      <div className="call-tabs" role="tablist" aria-label={`Request of ${operation.operationId} as`}>
        {LANGUAGES.map((name, index) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === language}
            aria-controls={`${id}-panel`}
            tabIndex={name === language ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
              if (step !== 0) choose(LANGUAGES[(index + step + LANGUAGES.length) % LANGUAGES.length]!)
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${language}`}>
        <Code text={texts[language]} label={`${language} request`} />
      </div>
      {answer !== undefined && (
        <>
          <p className="call-example-title">Answer, 200</p>
          <Code text={pretty(answer)} label="Answer" />
        </>
      )}
    </div>
  )
}

export function Code({ text, label }: { text: string; label: string }) {
  return (
    <figure className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: code is its own element; the role names the scrolling region */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </figure>
  )
}

function rememberedLanguage(): ExampleLanguage {
  try {
    const kept = localStorage.getItem(KEY)
    return LANGUAGES.find((name) => name === kept) ?? 'JSON'
  } catch {
    return 'JSON'
  }
}

function rememberLanguage(language: ExampleLanguage) {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Without storage the choice holds for this call.
  }
}
