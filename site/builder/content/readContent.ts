/** Finds the pages of one content folder and reads their front matter. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { ProblemList } from '../problems.ts'
import { includeAnswers } from './answers.ts'
import { type FrontMatter, readFrontMatter } from './frontMatter.ts'
import { listMdx } from './pageSources.ts'
import { routeOfFile } from './routes.ts'

/** The source of one page. */
export interface SourcePage {
  /** Route inside its docs version: `/concepts/wallets`. */
  readonly route: string
  /** Path below the repository root, with forward slashes. */
  readonly file: string
  readonly head: FrontMatter
  /** MDX with blank lines instead of the front matter, and with the answers that it includes. */
  readonly body: string
}

/**
 * Reads every `*.mdx` below a folder, in path order. If two files have the same route, warns and uses the first.
 *
 * @param root the repository root, for relative file names in problems
 */
export function readContent(contentDir: string, root: string, problems: ProblemList): SourcePage[] {
  const pages = new Map<string, SourcePage>()
  for (const path of listMdx(contentDir)) {
    const file = relative(root, join(contentDir, path)).split(sep).join('/')
    const route = routeOfFile(path.split(sep).join('/'))
    const report = problems.about(file)
    const { head, body } = readFrontMatter(readFileSync(join(contentDir, path), 'utf8'), report)
    const page = { route, file, head, body: includeAnswers(body, join(contentDir, '../answers')) }
    const earlier = pages.get(route)
    if (earlier) report.warn(`duplicate route \`${route}\`, ${earlier.file} has it already`)
    else pages.set(route, page)
  }
  return [...pages.values()]
}
