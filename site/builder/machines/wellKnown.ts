/**
 * Well-known files: the API catalog (RFC 9727, a linkset of RFC 9264) and the agent skills (Agent Skills Discovery
 * 0.2.0). An MCP server card is missing because our server runs on the reader's machine.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readExamples, readSource } from '@keywright/examples'
import { API_ROUTE } from '../../src/config/routes.ts'
import { shownSource } from '../../src/widgets/runner/shownSource.ts'
import { API_DESCRIPTION } from '../content/apiOutline.tsx'
import { LLMS_PATH } from './llms.ts'
import { readFrontMatter } from './skillHead.ts'

/** Path below the site's root. */
export const SKILL_PATH = '.well-known/agent-skills/keywright/SKILL.md'
const SKILL_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** The served skill, with the sources of its examples. */
export const readSkill = (): string =>
  readFileSync(fileURLToPath(new URL('./SKILL.md', import.meta.url)), 'utf8').replace(
    /\{\{example (\S+)\}\}/g,
    (_, id: string) => shownSource(readSource(fileOf(id))).trim(),
  )

export function wellKnownFiles(url: string): Record<string, string> {
  const skill = readSkill()
  const { name, description } = readFrontMatter(skill)
  return {
    [SKILL_PATH]: skill,
    '.well-known/agent-skills/index.json': toJson({
      $schema: SKILL_SCHEMA,
      skills: [
        {
          name,
          type: 'skill-md',
          description,
          url: `/${SKILL_PATH}`,
          digest: `sha256:${createHash('sha256').update(skill, 'utf8').digest('hex')}`,
        },
      ],
    }),
    '.well-known/api-catalog': toJson({
      linkset: [
        {
          anchor: `${url}${API_ROUTE}`,
          'service-desc': [{ href: `${url}${API_DESCRIPTION}`, type: 'application/vnd.oai.openapi+json' }],
          'service-doc': [
            { href: `${url}${API_ROUTE}`, type: 'text/html' },
            { href: `${url}/${LLMS_PATH}`, type: 'text/plain' },
          ],
        },
      ],
    }),
  }
}

/** @throws Error for an unknown example */
function fileOf(id: string): string {
  const found = readExamples().find((one) => one.id === id)
  if (!found) throw new Error(`SKILL.md names the example \`${id}\`, which there is not`)
  return found.file
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
