import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * Whether a copy of a checkout leaves a path out, as the image does: what builds make may change, or go, while it is copied.
 *
 * @param root the checkout, whose `deploy/Dockerfile.dockerignore` says it
 */
export function leftOutOf(root: string): (path: string) => boolean {
  const names = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line
        .replace(/^\*\*\//, '')
        .replaceAll('.', '\\.')
        .replaceAll('*', '.*'),
    )
  const pattern = new RegExp(`^(?:${names.join('|')})$`)
  return (path) => resolve(path) !== resolve(root) && pattern.test(basename(path))
}
