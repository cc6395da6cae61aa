/** Writes the example runner's files: the isolated frame, importable modules and compiled examples. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXAMPLES_FOLDER, readExamples, readSource } from '@keywright/examples'
import { buildRunner } from '@keywright/sandbox/build'
import { compile } from '@keywright/sandbox/compile'
import { GALLERY_FILE } from '../../src/widgets/gallery/entries.tsx'
import { galleryEntries } from '../../src/widgets/gallery/galleryEntries.ts'
import { exampleFile, type RunnableExample } from '../../src/widgets/sandbox/exampleFile.ts'
import { type OwnHeaders, RUNNER_FRAME } from '../output/securityHeaders.ts'

/** Folder in the built site. */
const RUNNER_DIR = 'runner'

/** Fills `<outDir>/runner`. Examples are precompiled, so unedited ones start faster. */
export async function writeRunner(outDir: string): Promise<OwnHeaders> {
  const examples = readExamples().filter(({ runsIn }) => runsIn === 'page')
  const { frameHeaders } = await buildRunner({
    outDir: join(outDir, RUNNER_DIR),
    modules: [...new Set(examples.flatMap(({ imports }) => imports))].sort(),
    resolveFrom: EXAMPLES_FOLDER,
  })
  for (const { id, file } of examples) {
    const source = readSource(file)
    const target = join(outDir, exampleFile(id))
    mkdirSync(dirname(target), { recursive: true })
    const runnable: RunnableExample = { source, compiled: compile(source) }
    writeFileSync(target, JSON.stringify(runnable))
  }
  writeFileSync(join(outDir, GALLERY_FILE), JSON.stringify(galleryEntries()))
  return { [RUNNER_FRAME]: frameHeaders }
}
