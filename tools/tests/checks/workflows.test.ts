/** Workflows pin every action, and jobs that can publish run no scripts of dependencies. The night runs every test. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../../.github/workflows', import.meta.url))
const workflows = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)

describe.each(workflows)('%s', (_, text) => {
  it('pins each action by commit and names its version', () => {
    const actions = [...text.matchAll(/uses: (.+)$/gm)].map((match) => match[1])
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('installs without scripts in each job that can get a token', () => {
    for (const job of text.split(/^ {2}(?=\w[\w-]*:$)/m).filter((part) => part.includes('id-token: write'))) {
      expect(job).toContain('npm ci --ignore-scripts')
      expect(job).not.toMatch(/npm (ci(?! --ignore-scripts)|install|test|run (?!release))/)
    }
  })
})

it('tests each change on the Node of the image', () => {
  const image = readFileSync(new URL('../../../hosts/deploy/Dockerfile', import.meta.url), 'utf8')
  const [, version] = /^FROM node:(\d+\.\d+\.\d+)-/m.exec(image)!
  expect(readFileSync(join(folder, 'ci.yml'), 'utf8')).toMatch(new RegExp(`node-version: ${version}$`, 'm'))
})

it('runs every nightly test in a step', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const steps = readFileSync(join(root, 'tools/scripts/nightly.mjs'), 'utf8')
  const folders = [...steps.matchAll(/'((?:[\w-]+\/)+[\w-]*)'/g)].map(([, path]) => path!)
  const tests = execFileSync('git', ['ls-files', '*.nightly.test.ts'], { cwd: root, encoding: 'utf8' })
  const files = tests.split('\n').filter(Boolean)
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([])
})
