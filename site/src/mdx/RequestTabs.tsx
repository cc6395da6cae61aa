/**
 * A request of a page in the three ways to send it, and what the engine answered to the call when its answers were
 * recorded. Made of a `json request=…` fence: authors write the body once.
 */
import { type CallName, calls } from '@keywright/contract'
import recorded from '@keywright/contract/recorded.json' with { type: 'json' }
import { highlightLines, languageLabel } from '../../build/highlight/highlight.ts'
import { abridged } from '../../build/machines/recordedAnswers.ts'
import { callExample, type ExampleRequest, pretty, requestExamples } from '../reference/examples.ts'
import { CodeBlock, Details } from './elements.tsx'
import { Tab, Tabs } from './Tabs.tsx'

interface RequestTabsProps {
  readonly id: string
  readonly call: string
  /** The body as the author wrote it. */
  readonly body: string
  /** The author's block, coloured. */
  readonly html: string
  readonly title?: string
  /** Where the page shows an answer of its own. */
  readonly answered?: string
}

export function RequestTabs({ id, call, body, html, title, answered }: RequestTabsProps) {
  const { kind } = calls[call as CallName]
  const path = `/public/v1/${kind}/${call}`
  const request: ExampleRequest = { path, name: call, kind, body: JSON.parse(body) }
  return (
    <div className="request">
      <Tabs group="request" id={id}>
        <Tab label="TypeScript">
          <Generated code={callExample(request)} lang="ts" />
        </Tab>
        <Tab label="Command line">
          <Generated code={`npx ${requestExamples(request)['Command line']}`} lang="sh" />
        </Tab>
        <Tab label="HTTP">
          <CodeBlock html={html} lang="json" label={languageLabel('json')} title={title ?? `POST ${path}`} />
        </Tab>
      </Tabs>
      {answered === undefined && (
        <Details summary="Show an answer">
          <Generated code={pretty(abridged(recorded[call as CallName].answer))} lang="json" />
        </Details>
      )}
    </div>
  )
}

/** Says again what the body says, so search reads the body alone. */
function Generated({ code, lang }: { readonly code: string; readonly lang: string }) {
  return (
    <div className="generated">
      <CodeBlock
        html={highlightLines(code, lang, new Set())}
        lang={lang}
        label={languageLabel(lang)}
        {...(lang === 'json' && { title: 'Recorded from the engine, for a request like this one' })}
      />
    </div>
  )
}
