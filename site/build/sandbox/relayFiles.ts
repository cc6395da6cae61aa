/** Writes the frame through which the API console reaches a server that the reader allowed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScript, frameDocument } from '@keywright/sandbox/build'
import { RELAY_ADDRESS } from '../../src/reference/relay/messages.ts'
import type { Frames } from '../output/securityHeaders.ts'

const inside = (name: string) =>
  fileURLToPath(new URL(`../../src/reference/relay/inside/${name}`, import.meta.url))

export async function writeRelay(outDir: string): Promise<Frames> {
  const { html, headers } = frameDocument({
    title: 'Permission to send',
    script: await bundleScript(inside('frame.ts')),
    style: readFileSync(inside('frame.css'), 'utf8'),
    // The one place of the site that may; it takes all of it away again but for the origin that the reader allows.
    allowed: { 'connect-src': 'http: https:' },
  })
  const file = join(outDir, `${RELAY_ADDRESS}.html`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, html)
  return { [RELAY_ADDRESS]: headers }
}
