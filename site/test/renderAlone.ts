import { type RenderedBody, type RenderOptions, renderBody } from '../builder/markdown/render.ts'
import { type Problem, ProblemList } from '../builder/problems.ts'

/** Renders the body of a page without other pages. */
export function renderAlone(
  body: string,
  termLinks?: RenderOptions['termLinks'],
): { readonly rendered: RenderedBody; readonly problems: readonly Problem[] } {
  const problems = new ProblemList()
  const options = {
    path: '/x/a.mdx',
    deepest: 3 as const,
    routeOfPath: () => undefined,
    toVersion: (href: string) => href,
    termLinks,
  }
  const rendered = renderBody(body, options, problems.about('a.mdx'))
  return { rendered, problems: problems.all }
}
