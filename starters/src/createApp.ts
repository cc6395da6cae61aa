/** Creates a project folder from a starter. */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CreateError } from './createError.ts'
import { foldersOf, type Starter } from './starters.ts'
import { pinToTarballs } from './tarballs.ts'

export interface CreateOptions {
  /** Target folder, created if missing. Its last part becomes the package name. */
  readonly folder: string
  readonly starter: Starter
  /** Folder of tarballs to install from. Until our packages are published, npm must not look for them in a registry. */
  readonly packages: string
}

export interface Created {
  /** Absolute. */
  readonly folder: string
  readonly name: string
}

/** @throws CreateError */
export async function createApp({ folder, starter, packages }: CreateOptions): Promise<Created> {
  const target = resolve(folder)
  const name = basename(target)
  // https://docs.npmjs.com/cli/configuring-npm/package-json#name, without scopes.
  if (!/^[a-z\d][a-z\d._-]{0,213}$/.test(name)) {
    throw new CreateError(
      'NAME_INVALID',
      `\`${name}\` is not a valid package name: use lower-case letters, digits, ".", "-" and "_"`,
    )
  }
  await assertEmpty(target)
  const folders = foldersOf(starter)
  const manifest = JSON.parse(await readFile(join(folders.at(-1)!, 'package.json'), 'utf8'))
  const pinned = await pinToTarballs(manifest, resolve(packages))
  await makeFolder(target)
  for (const from of folders) {
    await cp(from, target, { recursive: true, filter: (path) => !/node_modules$/.test(path) })
  }
  // npm leaves files named `.gitignore` out of packages.
  await rename(join(target, '_gitignore'), join(target, '.gitignore'))
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ ...pinned, name }, undefined, 2)}\n`)
  return { folder: target, name }
}

/**
 * Creates folders one by one, because Node's recursive `mkdir` never returns below /proc, where no one can create folders.
 * @throws CreateError `FOLDER_UNUSABLE`
 */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(parent)) await makeFolder(parent)
  try {
    await mkdir(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    throw new CreateError('FOLDER_UNUSABLE', `${folder} cannot be created (${code}): choose another folder`, {
      cause,
    })
  }
}

/** Ignores a version control folder. */
async function assertEmpty(folder: string): Promise<void> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new CreateError('FOLDER_UNUSABLE', `${folder} is not a writable folder`, { cause })
  }
  const others = names.filter((name) => name !== '.git')
  if (others.length > 0) {
    throw new CreateError(
      'FOLDER_NOT_EMPTY',
      `${folder} is not empty, it contains ${others[0]}: choose another folder`,
    )
  }
}
