/** A request in several forms, and the answer that the engine gave to it, each to be copied whole. */
import { useId, useMemo, useRef } from 'react'
import { CopyButton } from '../ui/CopyButton.tsx'
import { storedChoice } from '../ui/stored.ts'
import { useRovingFocus } from '../ui/useRovingFocus.ts'
import { useStored } from '../ui/useStored.ts'
import type { CallToolProps } from './callTool.ts'
import { EXAMPLE_LANGUAGES, type ExampleRequest, pretty, requestExamples } from './examples.ts'

const LANGUAGE = storedChoice('reference.language', EXAMPLE_LANGUAGES, 'JSON')

export function Examples({ path, operation }: CallToolProps) {
  const { operationId: name } = operation
  const { kind } = operation['x-call']
  const body = operation.requestBody.content['application/json'].example
  const answer = operation.responses[200].content['application/json'].example
  const request = useMemo(() => ({ path, name, body, kind }), [path, name, body, kind])
  return (
    <div className="call-examples">
      <CodeOfRequest request={request} />
      <p className="call-example-title">
        Answer <span className="call-ok">200</span>
      </p>
      <Code text={pretty(answer)} label={`Answer of ${name}`} />
    </div>
  )
}

/** One request in each of the forms, a tab each; the choice is remembered. */
export function CodeOfRequest({ request }: { readonly request: ExampleRequest }) {
  const [language, choose] = useStored(LANGUAGE)
  const roving = useRovingFocus(EXAMPLE_LANGUAGES, language, choose)
  const id = useId()
  const texts = useMemo(() => requestExamples(request), [request])
  const { name } = request
  return (
    <>
      <div className="call-tabs" role="tablist" aria-label={`Request of ${name} as`}>
        {EXAMPLE_LANGUAGES.map((one) => (
          <button
            key={one}
            id={`${id}-${one}`}
            type="button"
            role="tab"
            aria-selected={one === language}
            aria-controls={`${id}-panel`}
            onClick={() => choose(one)}
            {...roving.itemProps(one)}
          >
            {one}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${language}`}>
        <Code text={texts[language]} label={`${language} request of ${name}`} />
      </div>
    </>
  )
}

export function Code({ text, label }: { text: string; label: string }) {
  const shown = useRef<HTMLPreElement>(null)
  return (
    <figure className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: code is its own element; the role names the scrolling region */}
      <pre ref={shown} tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={label} shown={shown} />
    </figure>
  )
}
