/**
 * The organization of the page's sandbox in which interactive elements work: one for all of them, so that what one
 * makes the others show. Opened by the first press; nothing here is loaded before.
 */
import { ApiKeyStamper } from '@keywright/api-key-stamper'
import { KeywrightClient } from '@keywright/client'
import type { DevOrganization, Sandbox } from '@keywright/sandbox'
import { getPageSandbox } from '../../sandbox/pageSandbox.ts'

const NAME = 'Interactive elements'

export interface Workbench {
  readonly sandbox: Sandbox
  readonly organization: DevOrganization
  /** Stamps as the root user of the organization. */
  readonly client: KeywrightClient
}

let opening: Promise<Workbench> | undefined

/** @throws TypeError when the sandbox does not start; the next call tries again */
export async function openWorkbench(): Promise<Workbench> {
  const sandbox = await getPageSandbox()
  const known = await opening?.catch(() => undefined)
  // A reset of the sandbox takes the organization with it.
  const organizations = await sandbox.organizations()
  if (known && organizations.some((one) => one.organizationId === known.organization.organizationId))
    return known
  opening = Promise.resolve(organizations.find((one) => one.organizationName === NAME))
    .then((found) => found ?? sandbox.createOrganization(NAME))
    .then((organization) => ({ sandbox, organization, client: clientFor(sandbox, organization) }))
  return opening
}

/** A client of the SDK whose requests go to the sandbox, at the sandbox's time. */
export function clientFor(sandbox: Sandbox, { organizationId, apiKey }: DevOrganization): KeywrightClient {
  const stamper = new ApiKeyStamper({ apiPublicKey: apiKey.publicKey, apiPrivateKey: apiKey.privateKey })
  return new KeywrightClient(
    { baseUrl: sandbox.url, organizationId, fetch: (request) => sandbox.fetch(request) },
    stamper,
  )
}
