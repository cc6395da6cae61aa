/** How to install a package: from a registry, or from a folder of tarballs until the packages are published. */
import { brand } from '../../brand.ts'
import { InlineCode } from '../shared/InlineCode.tsx'
import { CodeBlock, Details } from './elements.tsx'

/** Shows the instructions for all packages, which the package pages link to. */
const ALL = 'all'
/** The package that creates an app from a starter. It runs once and isn't installed. */
const STARTERS = 'create-keywright-app'

/** Whether the repository has no public address yet. */
const isPlaceholder = new URL(brand.links.repository).hostname.endsWith('.example')

/** Installs every package from the tarballs of a checkout. `PATH` is the checkout's path. */
export const INSTALL_TARBALLS = 'npm install PATH/dist/tarballs/*.tgz'

/** Creates an app from a starter, and starts its server. */
export const createApp = (starter: string): string =>
  brand.isPublished
    ? `npm create keywright-app my-app -- --starter ${starter}`
    : `npx --package PATH/dist/tarballs/create-keywright-app-*.tgz \\
  create-keywright-app my-app --starter ${starter} --packages PATH/dist/tarballs`
export const START_APP = 'cd my-app\nnpm install\nnpm run keywright'

/** @param of `all`, a package, or an entry point such as `@keywright/client/server` */
export function Install({ of }: { readonly of: string }) {
  if (of === STARTERS) return <CreateApp />
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
    <Details summary="Not in a registry yet: how to install the packages">
      <p>
        Don’t install them by name: someone else may have registered it. Get the code with{' '}
        <InlineCode>{`git clone ${brand.links.repository}`}</InlineCode>
        {isPlaceholder && ' (this address is a placeholder: use the checkout that you have)'}, and run{' '}
        <InlineCode>npm ci && npm run release</InlineCode> in the checkout. Then run{' '}
        <code>{INSTALL_TARBALLS}</code> in your project, where <code>PATH</code> is the path of the checkout.
        Keep the tarballs: your <code>package.json</code> refers to them.
      </p>
    </Details>
  )
}

/** The command that creates an app from a starter, and a link to the next steps. */
export function Starter({ of }: { readonly of: string }) {
  return (
    <>
      <CodeBlock lang="sh" code={createApp(of)} />
      <p>
        Then install, start and test it as the <a href="/getting-started/quickstart#starter">quickstart</a>{' '}
        shows.
      </p>
    </>
  )
}

/** How to create an app from a starter, up to the running server. */
function CreateApp() {
  return (
    <>
      {!brand.isPublished && (
        <p>
          Once the package is published, the first command will be{' '}
          <InlineCode>npm create keywright-app my-app -- --starter app</InlineCode>. Until then,{' '}
          <a href="/getting-started/quickstart#prerequisites">get the code</a>, run{' '}
          <InlineCode>npm ci && npm run release</InlineCode> in it, and put its path in place of{' '}
          <code>PATH</code>:
        </p>
      )}
      <CodeBlock lang="sh" code={createApp('app')} />
      <p>Install its packages, and start the server:</p>
      <CodeBlock lang="sh" code={START_APP} />
      <p>
        In another terminal, in the folder <InlineCode>my-app</InlineCode>, <code>npm start</code> starts the
        app. <code>npm test</code> signs up, signs in and signs transactions in Chromium; run{' '}
        <code>npx playwright install chromium</code> once before.
      </p>
    </>
  )
}
