/** How to install a package: from a registry, or from a folder of tarballs until the packages are published. */
import { brand } from '../../brand.ts'

/** Instead of a package: the recipe for all of them, which the pages of single packages link to. */
const ALL = 'all'

/** @param of `all`, a package, or an entry point such as `@keywright/client/server` */
export function Install({ of }: { readonly of: string }) {
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(of === ALL ? '@keywright/client' : of)!
  const entry = of !== ALL && of !== name && (
    <>
      <code>{of}</code> is an entry point of <code>{name}</code>.{' '}
    </>
  )
  if (brand.isPublished) {
    return (
      <p>
        {entry}Install it with <code>npm install {name}</code>.
      </p>
    )
  }
  if (of !== ALL && of !== 'keywright') {
    return (
      <p>
        {entry}The package isn’t in a registry yet.{' '}
        <a href="/sdks/introduction#install">Install it from a checkout</a>.
      </p>
    )
  }
  return (
    <p>
      The packages aren’t in a registry yet, so don’t install them by name: a stranger could own it. In a
      checkout of the repository, run <code>npm ci && npm run release</code>. Then run{' '}
      <code>npm install PATH/dist/tarballs/*.tgz</code> in your project, where <code>PATH</code> is the path
      of the checkout. After that, your project doesn’t need the checkout.
    </p>
  )
}
