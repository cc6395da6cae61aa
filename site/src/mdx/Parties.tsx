/** The programs of a page and its server, each in its own tab, and how to run them. */
import { readParties } from '@keywright/examples'
import type { ReactNode } from 'react'
import { CodeBlock } from './elements.tsx'
import { Tab, Tabs } from './Tabs.tsx'

/** Starts the engine, the server and the page. */
export const PARTY_COMMANDS = [
  'npx keywright dev --write-env .env.local',
  'node --env-file=.env.local server.mjs',
  'node page.mjs',
]

interface PartiesProps {
  /** A folder under `examples/parties/`. */
  readonly of: string
  /** The raw request of the server, for a third tab. */
  readonly children?: ReactNode
}

export function Parties({ of, children }: PartiesProps) {
  return (
    <>
      <Tabs group="party" id={`parties-${of}`} label="Parties">
        {readParties(of).map(({ name, source }) => (
          <Tab key={name} label={name === 'page.mjs' ? 'Page' : 'Server'}>
            <CodeBlock lang="js" title={name} label="JavaScript" code={source.trimEnd()} />
          </Tab>
        ))}
        {children && <Tab label="Request">{children}</Tab>}
      </Tabs>
      <p>
        To run both, save them in a folder with the{' '}
        <a href="/sdks/introduction#install">installed packages</a>. Use one terminal per line:
      </p>
      <CodeBlock lang="sh" code={PARTY_COMMANDS.join('\n')} />
    </>
  )
}
