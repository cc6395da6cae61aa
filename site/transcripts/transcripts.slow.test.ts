/** Every transcript on a page is typed as it stands, with the real command, and prints what the page shows. */
import { expect, it } from 'vitest'
import { createMask } from './maskValues.ts'
import { readTranscriptPages } from './pages.ts'
import { replay } from './replay.ts'

const pages = readTranscriptPages()

it.each(pages.map((page) => [page.file, page] as const))('%s', { timeout: 300_000 }, async (_, { steps }) => {
  const printed = await replay(steps)
  const [maskShown, maskPrinted] = [createMask(), createMask()]
  for (const [at, { output, commands, line }] of steps.entries()) {
    if (output === undefined) continue
    const actual = printed[at]!.trimEnd().replace(/ +$/gm, '')
    expect(`${commands}\n${maskPrinted(actual)}`, `line ${line}`).toBe(`${commands}\n${maskShown(output)}`)
  }
})
