/** Every problem that a build reports, with a fixture that has each of them once. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadPages } from '../content/loadPages.ts'
import broken from '../fixtures/broken/sidebars.ts'
import twoVersions from '../fixtures/two-versions/site.config.ts'
import { ProblemList } from '../problems.ts'
import { siteDir } from '../site.ts'
import { checkSite } from './checkSite.ts'

const dir = join(siteDir, 'builder/fixtures/broken')
const problems = new ProblemList()
const site = {
  root: dir,
  dir,
  config: {
    ...twoVersions,
    navbar: {
      ...twoVersions.navbar,
      items: [{ type: 'docSidebar' as const, sidebarId: 'guides', label: 'Guides' }],
    },
    docs: { ...twoVersions.docs, versions: [{ name: 'current', label: 'Current', path: '' }] },
    footer: { links: [] },
  },
  map: broken,
}
checkSite(site, loadPages(site, problems), problems)

/** `line severity message` of the problems of one file, by line. */
const problemsOf = (file: string) =>
  problems.all
    .filter((problem) => problem.file === file)
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, severity, message }) => `${line ?? '-'} ${severity} ${message}`)

describe('the checks of a build', () => {
  it('finds links to pages, anchors and files that do not exist', () => {
    expect(problemsOf('content/links.mdx')).toEqual([
      '5 error broken link `/nowhere`: no page at `/nowhere`',
      '8 error broken link `/elementz`: no page at `/elementz` (did you mean `/elements`?)',
      '8 error broken anchor `/headings#twise`: `/headings` has no `#twise` (did you mean `twice`?)',
      '8 error broken link `/elements/`: no page at `/elements/`, the exact route is `/elements`',
      '10 warning broken Markdown link `./gone.mdx`: the file does not exist',
      '10 error link `elements`: links within the site start with `/`',
      '10 error broken anchor `#nothing`: `/links` has no `#nothing`',
      '10 error broken anchor `/api/#create_walet`: `/api/` has no `#create_walet` (did you mean `create_wallet`?)',
      '14 error broken link `/cards`: no page at `/cards`',
    ])
  })

  it('finds unknown elements, attributes and values, and expressions', () => {
    expect(problemsOf('content/elements.mdx')).toEqual([
      '7 error unknown component `<Stepz>` (did you mean `Steps`?)',
      '9 error `<Details>` has no attribute `title`',
      '9 error `<Details>` needs `summary`',
      '11 error `<Fact of>`: unknown value `otpDigit` (did you mean `otpDigits`?)',
      '11 error `{…}` expressions are not used in pages; put braces into code or escape them with a backslash',
      '11 error `<Errors only>`: unknown value `OTP_WRONG`',
      '13 error unknown admonition `:::nota` (did you mean `note`?)',
      '17 error `<Fields part>`: unknown value `request`',
    ])
  })

  it('finds invalid policies, JSON and diagrams', () => {
    const found = problemsOf('content/fences.mdx')
    expect(found[0]).toMatch(/^9 error policy: .*`nothing`/)
    expect(found.slice(1)).toEqual([
      '12 error policy marked `invalid` is valid',
      expect.stringMatching(/^1[78] error JSON: Unexpected token/),
      '21 error request of create_wallet: `organizationId` is missing',
      '25 error unknown object `Walet` (did you mean `Wallet`?)',
      '29 error code fence without a language: use `text` for plain text',
      '33 error unknown code language `jsn` (did you mean `json`?)',
      '33 error line mark 9 is outside the block of 1 lines',
      '39 error diagram: unknown lane `engin`',
      '42 error a diagram needs an `alt` text that describes it',
    ])
  })

  it('finds headings that repeat an id, skip a level or are too deep', () => {
    expect(problemsOf('content/headings.mdx')).toEqual([
      '7 error heading skips from level 1 to level 3',
      '11 error duplicate id `twice`',
      '15 error heading of level 4: level 3 is the deepest here',
      '17 error heading of level 1 is reserved for the page title: start with `##`',
    ])
  })

  it('finds problems in the front matter', () => {
    expect(problemsOf('content/head.mdx')).toEqual([
      '2 error `title` has 62 characters, at most 48 fit',
      '3 error `description` has 10 characters, it must have 50 to 160',
      '4 error `type` must be one of: tutorial, how-to, reference, explanation',
      '5 error unknown front matter key `sidebar_lable` (did you mean `sidebar_label`?)',
      '6 error `next` has 5 links, at most 4 fit',
    ])
    expect(problemsOf('content/no-head.mdx')).toEqual([
      '1 error front matter is missing: the file must start with `---`',
      '1 error `title` is missing',
      '1 error `description` is missing',
      '1 error `type` is missing',
    ])
  })

  it('finds pages outside sidebars, duplicate titles and duplicate routes', () => {
    expect(problemsOf('content/lost.mdx')).toEqual([
      '- error page `/lost` is in no sidebar',
      '2 error title is also used by content/links.mdx',
    ])
    expect(problemsOf('content/links/index.mdx')).toEqual([
      '- warning duplicate route `/links`, content/links.mdx has it already',
    ])
    expect(problemsOf('/api/')).toEqual(['- error page `/api/` is in no sidebar'])
  })

  it('finds promised and listed routes without a page', () => {
    expect(problemsOf('sidebars.ts')).toEqual([
      '- error sidebar `pages`: no page at `/elemnts` (did you mean `/elements`?)',
      '- error no page at the required route `/promised`',
    ])
  })

  it('reports problems of the configuration', () => {
    expect(problemsOf('site.config.ts').join('\n')).toMatch(/navbar\.items\[0\].*`?guides`?/)
  })

  it('accepts a valid page', () => {
    expect(problemsOf('content/index.mdx')).toEqual([])
  })
})
