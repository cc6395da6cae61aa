import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * Whether to exclude a path when copying a checkout, like the image: build outputs may change or vanish during the copy.
 *
 * @param root the checkout with `hosts/deploy/Dockerfile.dockerignore`
 */
export function leftOutOf(root: string): (path: string) => boolean {
  const names = readFileSync(join(root, 'hosts/deploy/Dockerfile.dockerignore'), 'utf8')
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
