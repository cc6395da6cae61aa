/** Reports values of the wrong type in the configuration or the sidebars. */
import { shapeProblems, siteConfig, siteMap } from '../../src/config/schema.ts'
import type { ProblemList } from '../problems.ts'
import { configFileOf, mapFileOf, type SiteSource } from '../site.ts'

/** @returns whether pages can be loaded */
export function checkShape(site: SiteSource, problems: ProblemList): boolean {
  for (const [file, found] of [
    [configFileOf(site), shapeProblems(siteConfig, site.config)],
    [mapFileOf(site), shapeProblems(siteMap, site.map)],
  ] as const)
    for (const { path, message, item } of found) problems.about(file).error(`${path}: ${message}: ${item}`)
  return problems.count('error') === 0
}
