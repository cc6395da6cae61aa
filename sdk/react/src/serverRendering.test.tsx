/** In Node, without window, document and storage. */
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  EmailSignIn,
  ExportWallet,
  ImportWallet,
  KeywrightProvider,
  OauthSignIn,
  OtpSignIn,
  SignIn,
  SignUp,
  useKeywright,
  useWallets,
} from './index.ts'

function State() {
  const { session } = useKeywright()
  return (
    <p>
      {session.status} {useWallets().status}
    </p>
  )
}

it('renders everything on a server without browser APIs', () => {
  expect(['window' in globalThis, 'document' in globalThis, 'indexedDB' in globalThis]).toEqual([
    false,
    false,
    false,
  ])
  const html = renderToString(
    <KeywrightProvider
      apiBaseUrl="https://engine.example.com"
      defaultOrganizationId="3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"
    >
      <State />
      <SignUp />
      <SignIn />
      <OtpSignIn appName="Example" />
      <EmailSignIn appName="Example" />
      <OauthSignIn providerName="Example" getToken={async () => ''} />
      <ImportWallet />
      <ExportWallet walletId="1" />
    </KeywrightProvider>,
  )
  expect(html).toContain('<p>loading<!-- --> <!-- -->loading</p>')
  expect(html.match(/<button/g)).toHaveLength(8)
})

it('is a client module for React Server Components', () => {
  const entry = readFileSync(new URL('index.ts', import.meta.url), 'utf8')
  expect(entry.replace(/^\/\*\*.*?\*\/\s*/s, '')).toMatch(/^'use client'\n/)
})
