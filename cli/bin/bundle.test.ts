/** The starter script in a temporary repository with two sources. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../tools/scripts/lib/temporaryFolder.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const require = createRequire(import.meta.url)
let root: string

beforeEach(() => {
  root = folderOfTest('bundle')
  for (const folder of ['cli/bin', 'cli/src', 'hosts/server', 'node_modules/@esbuild']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  for (const file of ['keywright.mjs', 'bundle.mjs'])
    copyFileSync(join(here, file), join(root, 'cli/bin', file))
  for (const file of ['cli/package.json', 'hosts/server/package.json']) writeFileSync(join(root, file), '{}')
  const esbuild = dirname(require.resolve('esbuild/package.json'))
  symlinkSync(esbuild, join(root, 'node_modules/esbuild'))
  write('said.ts', "export const said: string = 'first'")
  write('main.ts', "import { said } from './said.ts'\nexport const main = async () => console.log(said)")
})

const write = (name: string, text: string) => writeFileSync(join(root, 'cli/src', name), text)
const cache = () => join(root, 'node_modules/.cache/keywright')
const builds = () => readdirSync(cache()).filter((name) => /^[0-9a-f]{16}$/.test(name))

function start(): Promise<{ out: string; err: string; status: number | null }> {
  const child = spawn(process.execPath, [join(root, 'cli/bin/keywright.mjs')])
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    err += text
  })
  return new Promise((done) => child.once('close', (status) => done({ out, err, status })))
}

describe('npx keywright', () => {
  it('builds the command once per state of the sources', async () => {
    expect(await start()).toEqual({ out: 'first\n', err: '', status: 0 })
    expect((await start()).out).toBe('first\n')
    expect(builds()).toHaveLength(1)
    write('said.ts', "export const said: string = 'second'")
    expect((await start()).out).toBe('second\n')
    write('said.ts', "export const said: string = 'third!'")
    expect((await start()).out).toBe('third!\n')
  })

  it('supports concurrent starts', async () => {
    const ended = await Promise.all(Array.from({ length: 3 }, start))
    for (const one of ended) expect(one).toEqual({ out: 'first\n', err: '', status: 0 })
    expect(builds()).toHaveLength(1)
    expect(readdirSync(cache()).filter((name) => name.startsWith('draft-'))).toEqual([])
  })

  it('keeps a few older builds for running processes', async () => {
    for (let n = 0; n < 6; n++) {
      write('said.ts', `export const said: string = '${n}'`)
      await start()
    }
    expect(builds()).toHaveLength(5)
    expect((await start()).out).toBe('5\n')
  })

  it('rebuilds if the cached build is damaged', async () => {
    await start()
    for (const name of builds()) rmSync(join(cache(), name), { recursive: true })
    expect((await start()).out).toBe('first\n')
    writeFileSync(join(cache(), 'newest.json'), '{"entry"')
    expect((await start()).out).toBe('first\n')
  })

  it('works without a writable cache, and leaves nothing behind', async () => {
    writeFileSync(join(root, 'node_modules/.cache'), 'a file')
    const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('keywright-command-'))
    const before = leftovers()
    expect(await start()).toEqual({ out: 'first\n', err: '', status: 0 })
    expect(leftovers()).toEqual(before)
  })

  it('reports the position of a syntax error', async () => {
    write('said.ts', 'export const said = ')
    const { err, status } = await start()
    expect(err).toMatch(/cli\/src\/said\.ts:1/)
    expect(status).toBe(1)
    expect(existsSync(cache())).toBe(false)
  })
})
