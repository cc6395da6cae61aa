/** A request in several forms and the recorded response, each with a copy button. */

import { answerOf } from '@keywright/contract/answers'
import { CopyButton, TabList, TabPanel, useTabs } from '@keywright/ui'
import { useRef } from 'react'
import { highlightLines } from '../shared/highlight/highlight.ts'
import { storedChoice, useStored } from '../shared/useStored.ts'
import type { CallToolProps } from './callTool.ts'
import { EXAMPLE_LANGUAGES, type ExampleRequest, isElsewhere, pretty, requestExamples } from './examples.ts'
import { whyOwnKey } from './ownKey.ts'

const LANGUAGE_TABS = EXAMPLE_LANGUAGES.map((name) => [name, name] as const)
const FENCES = { JSON: 'json', curl: 'sh', TypeScript: 'ts', 'Command line': 'sh', Go: 'go' } as const
const LANGUAGE = storedChoice('reference.language', EXAMPLE_LANGUAGES, 'JSON')

export function Examples(tool: CallToolProps) {
  const { operationId: name, requestBody } = tool.operation
  const answer = answerOf(tool.operation, tool.description)
  const why = whyOwnKey(name)
  return (
    <div className="call-examples">
      <CodeOfRequest tool={tool} body={requestBody.content['application/json'].example} />
      {why && <p className="field-limits">{why}</p>}
      <p className="call-example-title">
        Response <span className="call-ok">200</span>
      </p>
      <Code text={pretty(answer)} lang="json" label={`Response of ${name}`} />
    </div>
  )
}

interface CodeOfRequestProps {
  readonly tool: CallToolProps
  readonly body: ExampleRequest['body']
  /** The client is set up for the organization that the body names. */
  readonly isAtHome?: boolean
}

/** One request in every form, one tab per form. The choice is stored. */
export function CodeOfRequest({ tool: { path, ...call }, body, isAtHome = false }: CodeOfRequestProps) {
  const { operationId: name, 'x-call': facts } = call.operation
  const [language, choose] = useStored(LANGUAGE)
  const tabs = useTabs(LANGUAGE_TABS, language, choose)
  const request = { path, name, body, kind: facts.kind, isElsewhere: !isAtHome && isElsewhere(body), call }
  return (
    <>
      <TabList of={tabs} label={`Request of ${name} as`} className="call-tabs" />
      <TabPanel of={tabs}>
        <Code
          text={requestExamples(request)[language]}
          lang={FENCES[language]}
          label={`${language} request of ${name}`}
        />
      </TabPanel>
    </>
  )
}

const NO_MARKS: ReadonlySet<number> = new Set()

/** @param lang as in a fence of a page */
export function Code({ text, lang, label }: { text: string; lang: string; label: string }) {
  const shown = useRef<HTMLPreElement>(null)
  return (
    <figure className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: code is its own element; the role names the scrolling region */}
      <pre ref={shown} tabIndex={0} role="region" aria-label={label}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the highlighter */}
        <code dangerouslySetInnerHTML={{ __html: highlightLines(text, lang, NO_MARKS) }} />
      </pre>
      <CopyButton text={text} what={label} shown={shown} />
    </figure>
  )
}
