/**
 * `npm run build`: builds the site into `site/dist`. Exits with 1 if it finds errors.
 *
 * Options: `--site <folder>` another site folder, `--out <folder>`, `--times` CPU time per phase, `--pages <n>`
 * synthetic pages instead of the content (for measurements), `--publish` fails if the brand has placeholders.
 */
import './production.ts'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { causeMessages } from '@keywright/ui/boundary'
import { brand } from '../brand.ts'
import { buildSite, countRoutes } from './buildSite.ts'
import { placeholdersIn } from './checks/placeholders.ts'
import { noteClient } from './client/built.ts'
import { generateSite } from './generate.ts'
import { formatProblems } from './problems.ts'
import { printedProgress, processorTime } from './progress.ts'
import { loadSite, siteDir } from './site.ts'

const { values } = parseArgs({
  options: {
    site: { type: 'string' },
    out: { type: 'string' },
    pages: { type: 'string' },
    times: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: brand.isPublished },
  },
})
const started = performance.now()
const dir = values.site === undefined ? siteDir : resolve(values.site)
const outDir = values.out === undefined ? join(dir, 'dist') : resolve(values.out)

console.log(`Building the site${values.times ? `; loading the build took ${processorTime()}` : ''}`)
process.exitCode = await build().catch((error: unknown) => {
  // A stack trace of the build doesn't help authors.
  console.error(`\nFailed: ${causeMessages(error).join(': ')}\nSet DEBUG=1 to see where.`)
  if (process.env['DEBUG']) console.error(error)
  return 1
})

async function build(): Promise<number> {
  const own = await loadSite(dir)
  const site =
    values.pages === undefined
      ? own
      : generateSite(own, Number(values.pages), join(siteDir, '.cache/generated'))
  const built = await buildSite(site, {
    outDir,
    progress: printedProgress({ withTimes: values.times }),
  })
  const { pages, assets } = built
  const placeholders = dir === siteDir ? placeholdersIn(brand, values.publish ? 'error' : 'warning') : []
  const problems = [...built.problems, ...placeholders]
  const text = formatProblems(problems)
  if (text !== '') console.error(`\n${text}`)
  const failed = problems.some(({ severity }) => severity === 'error')
  if (!failed && assets) noteClient(outDir, assets)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${failed ? 'Failed' : 'Built'}: ${countRoutes(pages)} routes in ${seconds} s, ${outDir}`)
  if (values.times) console.log(processorTime())
  return failed ? 1 : 0
}
