/** A sign-in email as the sandbox sends it, with what a caller customized. */
import { generateTargetKey } from '@keywright/bundles'
import type { Letter } from '@keywright/dev-client'
import type { Workbench } from '../kit/workbench.ts'

export interface Customization {
  readonly appName: string
  readonly magicLinkTemplate: string
  readonly logoUrl: string
  readonly templateId: string
  /** JSON text. */
  readonly templateVariables: string
}

export const FIRST: Customization = {
  appName: 'Acme',
  magicLinkTemplate: 'https://app.example.com/sign-in#bundle=%s',
  logoUrl: '',
  templateId: '',
  templateVariables: '',
}

const EMAIL = 'alice@example.com'

/** Somebody with that address, who may sign in by email. */
export async function openMailbox({ client }: Workbench): Promise<string> {
  const { subOrganizationId } = await client.createSubOrganization({
    subOrganizationName: 'Signs in by email',
    rootUsers: [{ userName: 'Alice', userEmail: EMAIL, apiKeys: [], authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  })
  return subOrganizationId
}

/** @throws KeywrightError when the engine refuses what was customized */
export async function sendMail(
  { client, sandbox }: Workbench,
  organizationId: string,
  { appName, ...rest }: Customization,
): Promise<Letter> {
  const { targetPublicKey } = await generateTargetKey()
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  const emailCustomization = { appName, ...given }
  await client.emailAuth({ organizationId, email: EMAIL, targetPublicKey, emailCustomization })
  const { messages } = await sandbox.dev<{ messages: Letter[] }>(
    'GET',
    `/dev/inbox?to=${encodeURIComponent(EMAIL)}&limit=20`,
  )
  const letter = messages.find((one) => one.organizationId === organizationId)
  if (!letter) throw new Error('The email is not in the inbox.')
  return letter
}
