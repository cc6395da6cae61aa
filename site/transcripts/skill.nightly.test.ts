/** Runs the commands of the agent skill unchanged in an empty folder. */
import { expect, it } from 'vitest'
import { readSkill } from '../builder/machines/wellKnown.ts'
import { readTranscript } from './readTranscript.ts'
import { replay } from './replay.ts'

it('the skill’s commands work as described', { timeout: 120_000 }, async () => {
  const asTranscript = readSkill()
    .replace(/^```sh$/gm, '```sh transcript')
    .replace(/^```sh transcript(?=\nnpx keywright dev)/gm, '$& background')
  const [dev, used, tested] = await replay(readTranscript(asTranscript))
  expect(dev).toMatch(/^Keywright is listening on http:\/\/127\.0\.0\.1:8787$/)
  expect(used).not.toMatch(/\berror\b/i)
  expect(used).toMatch(/^signature {2}0x[0-9a-f]{130}$/m)
  expect(used).toContain('"walletName": "First wallet"')
  expect(tested).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
})
