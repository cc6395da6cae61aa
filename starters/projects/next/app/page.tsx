import { readSettings } from '../keywright.ts'
import { pageSettings } from '../server/handler.ts'
import { Wallet } from './Wallet.tsx'

/** Rendered on the server with its settings, so that the page needs no request for them. */
export default function Page() {
  return <Wallet settings={pageSettings(readSettings('.env.server'))} />
}
