/** How a package is installed today: from a registry, or from a checkout for as long as none has it. */
import { brand } from '../../brand.ts'

/** The one package that needs no other of ours. */
const STANDS_ALONE = 'keywright'

export function Install({ of }: { readonly of: string }) {
  if (brand.isPublished) {
    return (
      <p>
        <code>npm install {of}</code> installs it.
      </p>
    )
  }
  const [pack, install] =
    of === STANDS_ALONE
      ? [`npm ci && npm pack -w ${of}`, 'npm install PATH/keywright-*.tgz']
      : ['npm ci && npm run release', 'npm install PATH/dist/tarballs/*.tgz']
  return (
    <p>
      Nothing is published to a package registry yet. In a checkout of the repository, <code>{pack}</code>{' '}
      makes {of === STANDS_ALONE ? 'a tarball' : 'tarballs of all packages'}; <code>{install}</code>, with the
      path of the checkout, installs in any folder where Node 20.19 or newer runs. The checkout is not needed
      there.
    </p>
  )
}
