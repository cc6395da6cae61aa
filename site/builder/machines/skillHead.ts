/** Front matter of a skill file. */
import { parse } from 'yaml'

/** @throws Error if the file lacks front matter with both keys */
export function readFrontMatter(text: string): { readonly name: string; readonly description: string } {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1]
  const { name, description } = Object(parse(head ?? '')) as Record<string, unknown>
  if (typeof name === 'string' && typeof description === 'string') return { name, description }
  throw new Error('SKILL.md does not begin with a head that has `name` and `description`')
}
