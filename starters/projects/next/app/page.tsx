import { readSettings } from '../keywright.ts'
import { pageSettings } from '../server/handler.ts'
import { Root } from '../src/Root.tsx'

/** Rendered on the server with its settings, so that the page needs no request for them. */
export default function Page() {
  return <Root settings={pageSettings(readSettings('.env.server'))} />
}
