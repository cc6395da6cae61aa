/**
 * Renders a `json request=…` fence: the request in three forms, where readers find their own ids, and the recorded
 * response. Authors write the body once.
 */
import type { CallName } from '@keywright/contract'
import kept from '@keywright/contract/recorded.json' with { type: 'json' }
import { Fragment } from 'react'
import { recordedAnswer } from '../../requests/answers.ts'
import type { PageRequest } from '../../requests/pageRequests.ts'
import { callExample, commandExample, type ExampleRequest, inputOf, pretty } from '../reference/examples.ts'
import { InlineCode } from '../shared/InlineCode.tsx'
import { CodeBlock, Details } from './elements.tsx'
import { exampleOf } from './exampleOf.ts'
import { Tab, Tabs } from './Tabs.tsx'
import { type Source, sourcesOf } from './yours.ts'

interface RequestTabsProps {
  readonly id: string
  /** Path of the page's file below the content folder. */
  readonly file: string
  readonly call: string
  /** The author's body text. */
  readonly body: string
  readonly marks: string
  readonly title?: string
  /** Set if the page shows its own response. */
  readonly answered?: string
}

/** The fence of an author. */
export function RequestTabs({ file, call, body, answered, ...rest }: RequestTabsProps) {
  const parsed = JSON.parse(body) as ExampleRequest['body']
  const shown: PageRequest = { file, call: call as CallName, body: parsed }
  const recorded = recordedAnswer(shown)
  return (
    <Forms
      {...rest}
      request={exampleOf(call as CallName, parsed)}
      body={body}
      recorded={answered === undefined ? recorded : undefined}
      isElsewhere={recorded !== undefined}
    />
  )
}

/** `<Request of="create_wallet" />`: the example of a call from the API reference. */
export function Request({ of }: { readonly of: CallName }) {
  const { request, answer } = kept[of] as {
    readonly request: ExampleRequest['body']
    readonly answer: object
  }
  return (
    <Forms
      id={`request-${of}`}
      marks=""
      request={exampleOf(of, request)}
      body={pretty(request)}
      recorded={answer}
      isElsewhere
    />
  )
}

interface FormsProps extends Pick<RequestTabsProps, 'id' | 'body' | 'marks' | 'title'> {
  readonly request: ExampleRequest
  /** The response to show. */
  readonly recorded: object | undefined
  /** Whether the request runs unchanged on the example server, so that only other servers need other values. */
  readonly isElsewhere: boolean
}

function Forms({ id, request, body, marks, title, recorded, isElsewhere }: FormsProps) {
  const address = `POST ${request.path}`
  const heading = title === undefined || title.includes(address) ? (title ?? address) : `${address}: ${title}`
  const sources = sourcesOf(inputOf(request))
  return (
    <div className="request">
      <Tabs group="request" id={id}>
        <Tab label="TypeScript">
          <Generated code={callExample(request)} lang="ts" />
        </Tab>
        <Tab label="Command line">
          <Generated code={commandExample(request)} lang="sh" />
        </Tab>
        <Tab label="HTTP">
          <CodeBlock code={body} lang="json" marks={marks} title={heading} />
        </Tab>
      </Tabs>
      {(isElsewhere || sources.length > 0) && (
        <p className="generated">
          {isElsewhere && <AsItStands />}
          {sources.length > 0 && <YourOwn sources={sources} isElsewhere={isElsewhere} />}
        </p>
      )}
      {recorded && (
        <div className="generated">
          <Details summary="Show the response">
            <Generated code={pretty(recorded)} lang="json" />
          </Details>
        </div>
      )}
    </div>
  )
}

const AsItStands = () => (
  <>
    Runs unchanged on{' '}
    <a href="/getting-started/local-development#examples">
      <InlineCode>npx keywright dev --examples</InlineCode>
    </a>
    .{' '}
  </>
)

interface YourOwnProps {
  readonly sources: readonly Source[]
  readonly isElsewhere: boolean
}

function YourOwn({ sources, isElsewhere }: YourOwnProps) {
  return (
    <>
      {isElsewhere ? 'On other servers, use your own:' : 'Use your own:'}{' '}
      {sources.map(({ command, members }, at) => (
        <Fragment key={command}>
          {at > 0 && '; '}
          {members.map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <code>{name}</code>
            </Fragment>
          ))}{' '}
          from <InlineCode>{command}</InlineCode>
        </Fragment>
      ))}
      .
    </>
  )
}

/** Repeats the body, so search ignores it. */
function Generated({ code, lang }: { readonly code: string; readonly lang: string }) {
  return (
    <div className="generated">
      <CodeBlock code={code} lang={lang} {...(lang === 'json' && { title: 'Recorded from the engine' })} />
    </div>
  )
}
