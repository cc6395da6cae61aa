import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../tools/scripts/lib/temporaryFolder.ts'
import { writeFakeTarballs } from '../test/fakeTarballs.ts'
import { createApp, run, STARTERS, type Starter } from './index.ts'

const tarballs = writeFakeTarballs(tmpdir())
afterAll(() => rmSync(tarballs, { recursive: true }))

let cwd: string
let said: string[]
beforeEach(() => {
  cwd = folderOfTest('create-keywright-app')
  said = []
})

const type = (...words: string[]) =>
  run(
    words.map((word) => word.replace('HERE', cwd)),
    { cwd, isTerminal: false, say: (text) => said.push(text), complain: (text) => said.push(text) },
  )
const tarballOf = (name: string) => `${name.replace('@', '').replace('/', '-')}-0.1.0.tgz`
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

describe.each(Object.keys(STARTERS) as Starter[])('the starter %s', (starter) => {
  it("is written completely, with its folder's name", async () => {
    expect(await type('HERE/my-one', '--starter', starter, '--packages', tarballs)).toBe(0)
    const folder = join(cwd, 'my-one')
    expect(manifestOf(folder)).toMatchObject({ name: 'my-one', scripts: { start: expect.any(String) } })
    const { dependencies, devDependencies } = manifestOf(folder)
    for (const [name, address] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (/keywright/.test(name)) expect(address, name).toBe(`file:${join(tarballs, tarballOf(name))}`)
    }
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['.gitignore', 'README.md', 'src', 'tsconfig.json', 'keywright.ts']),
    )
    expect(readdirSync(folder)).not.toContain('_gitignore')
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toMatch(/^\.env\*$/m)
    expect(said.join()).toMatch(/cd my-one\n {2}npm install\n {2}npm run keywright/)
  })
})

describe('errors', () => {
  const options = () => ({ folder: join(cwd, 'my-one'), starter: 'script' as const, packages: tarballs })

  it('a non-empty folder is left unchanged', async () => {
    mkdirSync(join(cwd, 'my-one'))
    writeFileSync(join(cwd, 'my-one/mine.txt'), 'mine')
    await expect(createApp(options())).rejects.toMatchObject({
      code: 'FOLDER_NOT_EMPTY',
      message: expect.stringContaining('mine.txt'),
    })
    expect(readdirSync(join(cwd, 'my-one'))).toEqual(['mine.txt'])
  })

  it('a folder that is a file, or not a valid package name', async () => {
    writeFileSync(join(cwd, 'my-one'), '')
    await expect(createApp(options())).rejects.toMatchObject({ code: 'FOLDER_UNUSABLE' })
    await expect(createApp({ ...options(), folder: join(cwd, 'My One') })).rejects.toMatchObject({
      code: 'NAME_INVALID',
    })
  })

  it('a folder that cannot be created', async () => {
    writeFileSync(join(cwd, 'file'), '')
    const folders = [join(cwd, 'file', 'app'), ...(existsSync('/proc') ? ['/proc/nowhere/app'] : [])]
    for (const folder of folders) {
      await expect(createApp({ ...options(), folder })).rejects.toMatchObject({
        code: 'FOLDER_UNUSABLE',
        message: expect.stringContaining(folder.split('/').at(-2)!),
      })
    }
  })

  it('a folder without tarballs', async () => {
    const packages = join(cwd, 'nothing')
    await expect(createApp({ ...options(), packages })).rejects.toMatchObject({ code: 'PACKAGES_MISSING' })
    expect(readdirSync(cwd)).toEqual([])
  })

  it.each([
    [['HERE/a'], /--starter is missing: choose from app, next, service, express, script/],
    [['HERE/a', '--starter', 'app'], /--packages is missing: the packages are not published yet/],
    [['HERE/a', '--starter', 'toString'], /unknown starter `toString`: choose from/],
    [['HERE/a', 'HERE/b', '--starter', 'app'], /one folder, not/],
    [['HERE/a', '--color'], /^Unknown option '--color'\n\n/],
  ])('%j', async (words, message) => {
    expect(await type(...words)).toBe(2)
    expect(said.join()).toMatch(message)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('prints its help', async () => {
    expect(await type('--help')).toBe(0)
    for (const starter of Object.keys(STARTERS)) expect(said.join()).toContain(starter)
  })
})
