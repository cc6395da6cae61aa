/** All output passes through here, so that no printed text can control the terminal. */
import { escapeHidden } from '@keywright/contract'
import { toHex } from '@keywright/keys'
import { createStyle, paint, type Style } from '../output/style.ts'
import type { Host } from './host.ts'

/** A host that escapes control characters, and a style whose colors it preserves. */
export function openOutput(host: Host, isColored: boolean): { readonly host: Host; readonly style: Style } {
  const key = isColored ? toHex(host.random(16)) : undefined
  const show = (text: string) => paint(text, key, (plain) => escapeHidden(plain, '\n\t'))
  return {
    style: createStyle(key),
    host: {
      ...host,
      out: (text) => host.out(show(text)),
      err: (text) => host.err(show(text)),
      ask: (question) => host.ask(show(question)),
    },
  }
}
