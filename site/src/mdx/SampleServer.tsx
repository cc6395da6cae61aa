/** A server on an empty database, for operators who try the commands of a page. The transcripts of these pages run it. */
import { CodeBlock } from './elements.tsx'

interface Commands {
  readonly code: string
  readonly isBackground: boolean
}

const init = `eval "$(npx keywright generate api-key --out root.key)"
eval "$(npx keywright init --key-file root.secret)"`
const serve = 'npx keywright serve --host 127.0.0.1 --key-file root.secret'
const use = `until curl --silent --fail http://127.0.0.1:8787/ready > ready.json; do sleep 1; done
npx keywright wallets create "First wallet" --api-private-key-file root.key > wallet.txt`

export const SAMPLE_SERVER: readonly Commands[] = [
  { code: init, isBackground: false },
  { code: serve, isBackground: true },
  { code: use, isBackground: false },
]

export function SampleServer() {
  return (
    <>
      <p>
        If you have a server, skip to the next section. Otherwise, set up a sample server on an empty{' '}
        <a href="/operate/deploy#prerequisites">database</a>, with its root secret in a key file:
      </p>
      <CodeBlock lang="sh" code={init} />
      <p>
        In a second terminal with the same <code>DATABASE_URL</code>:
      </p>
      <CodeBlock lang="sh" code={serve} />
      <p>In the first terminal, create a wallet:</p>
      <CodeBlock lang="sh" code={use} />
    </>
  )
}
