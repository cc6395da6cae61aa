/** How to install a package: from a registry, or from a checkout until the packages are published. */
import { brand } from '../../brand.ts'

/** The package that needs no other package of this repository. */
const COMMAND = 'keywright'
/** Instead of a package: the recipe for all of them, which the pages of single packages link to. */
const ALL = 'all'

export function Install({ of }: { readonly of: string }) {
  if (brand.isPublished) {
    return (
      <p>
        Install it with <code>npm install {of === ALL ? '@keywright/client' : of}</code>.
      </p>
    )
  }
  if (of !== COMMAND && of !== ALL) {
    return (
      <p>
        The package isn’t in a registry yet.{' '}
        <a href="/sdks/introduction#install">Install it from a checkout</a>.
      </p>
    )
  }
  const [pack, tarballs] =
    of === COMMAND
      ? [`npm ci && npm pack -w ${COMMAND}`, 'keywright-*.tgz']
      : ['npm ci && npm run release', 'dist/tarballs/*.tgz']
  return (
    <p>
      The {of === COMMAND ? 'package isn’t' : 'packages aren’t'} in a registry yet. In a checkout of the
      repository, run <code>{pack}</code>. Then run <code>npm install PATH/{tarballs}</code> in your project,
      where <code>PATH</code> is the path of the checkout. After that, your project doesn’t need the checkout.
    </p>
  )
}
