import { expect, it } from 'vitest'
import { absolutesIn } from './absolutes.ts'

const NEW = 'Every key is `safe`.'

it('finds an absolute sentence of a summary page that has no reason yet', () => {
  expect(absolutesIn('site/content/category/new.mdx', `# New\n\n${NEW} See it.`)).toEqual([
    { line: 3, message: expect.stringMatching(/^“Every key is safe\.”: name its exception or its test/) },
  ])
})

it('finds a reason whose sentence is gone', () => {
  expect(absolutesIn('site/content/category/api-overview.mdx', '')).toEqual([
    { line: 1, message: 'absolutes.txt has a sentence that is gone: Queries and submits have a frame' },
  ])
})

it('leaves other pages, headings and code alone', () => {
  expect(absolutesIn('site/content/api-overview/stamps.mdx', NEW)).toEqual([])
  expect(absolutesIn('site/content/category/new.mdx', `## ${NEW}\n\n\`\`\`\n${NEW}\n\`\`\``)).toEqual([])
})
