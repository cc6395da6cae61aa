/** Runs every example in this process. The recorded output and responses are what pages show. */
import { exampleOf, readExamples, readRecording } from '@keywright/examples'
import { describe, expect, it } from 'vitest'
import { inProcess } from './inProcess.ts'
import { toRecording, writeRecording } from './record.ts'
import { runExample } from './run.ts'

describe.each(readExamples())('$id', (example) => {
  it('passes, and matches its recording', async () => {
    const run = await runExample(example, await inProcess.open())
    expect(run.checks, 'an example checks its own result').toBeGreaterThan(0)
    expect(run.printed, 'an example prints its result').not.toEqual([])
    const recording = toRecording(run)
    if (process.env['KEYWRIGHT_RECORD']) writeRecording(recording)
    // If the change is intended: npm run examples -- --record
    expect(readRecording(example.id)).toEqual(recording)
  })

  it('shows at most 30 lines per region', () => {
    for (const { name, from, to } of example.regions) {
      expect(to - from + 1, name).toBeLessThanOrEqual(30)
      expect(to, name).toBeGreaterThanOrEqual(from)
    }
  })
})

describe('a run', () => {
  it.each([
    ['throws', 'test/fixtures/throws.ts', /no such thing/],
    ['has a failed assertion', 'test/fixtures/doesNotHold.ts', /doesNotHold\.ts:\d+ one is not two/],
    ['uses the network', 'test/fixtures/reachesOut.ts', /reach only their host/],
  ])('fails when the example %s', async (_, file, message) => {
    await expect(runExample({ id: 'fixture', file }, await inProcess.open())).rejects.toThrow(message)
  })

  it('restores the process', async () => {
    const before = [globalThis.fetch, console.log, Date.now, process.env['KEYWRIGHT_BASE_URL']]
    await runExample(readExamples()[0]!, await inProcess.open())
    expect([globalThis.fetch, console.log, Date.now, process.env['KEYWRIGHT_BASE_URL']]).toEqual(before)
  })
})

describe('the manifest', () => {
  const head =
    '/**\n * Title\n *\n * About it,\n * in two lines.\n * Result: one,\n * two\n * Pages: /, /faq\n */\n'

  it('is read from the file', () => {
    const source = `${head}import { a } from "viem";\nimport {\n  b,\n} from "@keywright/client";\n// #region one\na();\n// #endregion\n`
    expect(exampleOf('folder/name.ts', source)).toEqual({
      id: 'folder/name',
      file: 'folder/name.ts',
      title: 'Title',
      about: 'About it, in two lines.',
      result: 'one, two',
      pages: ['/', '/faq'],
      runsIn: 'page',
      regions: [{ name: 'one', from: 15, to: 15 }],
      imports: ['@keywright/client', 'viem'],
    })
  })

  it.each([
    ['no head comment', 'a();\n', 'start with a head comment'],
    ['no result', '/**\n * Title\n * Pages: /\n */\n', 'no line "Result: …"'],
    ['no pages', '/**\n * Title\n * Result: a\n */\n', 'no line "Pages: …"'],
    ['a region without end', `${head}// #region a\n`, 'region a does not end'],
    ['an end without a region', `${head}// #endregion\n`, 'was never started'],
    ['a region in another', `${head}// #region a\n// #region b\n`, 'starts inside region a'],
    ['two regions of a name', `${head}// #region a\n// #endregion\n// #region a\n`, 'two regions a'],
  ])('rejects %s', (_, source, message) => {
    expect(() => exampleOf('folder/name.ts', source)).toThrow(message)
  })
})
