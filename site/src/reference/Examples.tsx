/** A request in several forms and the recorded response, each with a copy button. */

import { CopyButton, TabList, TabPanel, useTabs } from '@keywright/inspector/ui'
import { useMemo, useRef } from 'react'
import { storedChoice, useStored } from '../ui/useStored.ts'
import type { CallToolProps } from './callTool.ts'
import { EXAMPLE_LANGUAGES, type ExampleRequest, isElsewhere, pretty, requestExamples } from './examples.ts'
import { whyOwnKey } from './ownKey.ts'

const LANGUAGE_TABS = EXAMPLE_LANGUAGES.map((name) => [name, name] as const)
const LANGUAGE = storedChoice('reference.language', EXAMPLE_LANGUAGES, 'JSON')

export function Examples({ path, operation }: CallToolProps) {
  const { operationId: name } = operation
  const { kind } = operation['x-call']
  const body = operation.requestBody.content['application/json'].example
  const answer = operation.responses[200].content['application/json'].example
  const request = useMemo(
    () => ({ path, name, body, kind, isElsewhere: isElsewhere(body) }),
    [path, name, body, kind],
  )
  const why = whyOwnKey(name)
  return (
    <div className="call-examples">
      <CodeOfRequest request={request} />
      {why && <p className="field-limits">{why}</p>}
      <p className="call-example-title">
        Response <span className="call-ok">200</span>
      </p>
      <Code text={pretty(answer)} label={`Response of ${name}`} />
    </div>
  )
}

/** One request in every form, one tab per form. The choice is stored. */
export function CodeOfRequest({ request }: { readonly request: ExampleRequest }) {
  const [language, choose] = useStored(LANGUAGE)
  const tabs = useTabs(LANGUAGE_TABS, language, choose)
  const texts = useMemo(() => requestExamples(request), [request])
  const { name } = request
  return (
    <>
      <TabList of={tabs} label={`Request of ${name} as`} className="call-tabs" />
      <TabPanel of={tabs}>
        <Code text={texts[language]} label={`${language} request of ${name}`} />
      </TabPanel>
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
