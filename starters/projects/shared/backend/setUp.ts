/** What setup scripts share. They may run again: they find by name what an earlier run created, and change it. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { CreatePolicyIntentV3, KeywrightClient } from '@keywright/client'
import { generateApiKeyPair } from '@keywright/client/api-key'
import { createClient, readSettings } from './keywright.ts'

export type SettingsOfProgram = Readonly<Record<string, string>>

/**
 * Runs the setup, and writes the settings that it returns into the file.
 * @param setup gets the settings of its last run for this organization
 */
export async function setUp(
  file: string,
  setup: (client: KeywrightClient, earlier: SettingsOfProgram) => Promise<SettingsOfProgram>,
): Promise<void> {
  // Not .env.local, because Next.js would give the root user's key to the server.
  const setting = readSettings('.env.root')
  const organization = {
    KEYWRIGHT_BASE_URL: setting('KEYWRIGHT_BASE_URL'),
    KEYWRIGHT_ORGANIZATION_ID: setting('KEYWRIGHT_ORGANIZATION_ID'),
  }
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const earlier = Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const { KEYWRIGHT_ORGANIZATION_ID: before } = earlier
  const isSame = before === organization.KEYWRIGHT_ORGANIZATION_ID
  const settings = { ...organization, ...(await setup(createClient(setting), isSame ? earlier : {})) }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  if (lines.join('') === text) return
  if (text && !isSame) {
    // Its keys may control funds.
    renameSync(file, `${file}.${before}`)
    console.log(`Left behind: the settings for organization ${before}, in ${file}.${before}`)
  }
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  console.log(`Wrote ${file}`)
}

/** The user of a program. Until a policy names it, it may only read, and manage keys of its own. */
export async function saveProgramUser(client: KeywrightClient, userName: string, earlier: SettingsOfProgram) {
  const { users } = await client.listUsers()
  const user = users.find((one) => one.userName === userName)
  const { KEYWRIGHT_API_PUBLIC_KEY, KEYWRIGHT_API_PRIVATE_KEY } = earlier
  const isKnown = user?.apiKeys.some(({ credential }) => credential.publicKey === KEYWRIGHT_API_PUBLIC_KEY)
  if (user && isKnown && KEYWRIGHT_API_PUBLIC_KEY && KEYWRIGHT_API_PRIVATE_KEY)
    return { userId: user.userId, settings: { KEYWRIGHT_API_PUBLIC_KEY, KEYWRIGHT_API_PRIVATE_KEY } }
  const { apiPublicKey, apiPrivateKey, curveType } = await generateApiKeyPair()
  const apiKeys = [{ apiKeyName: `${userName} ${Date.now()}`, publicKey: apiPublicKey, curveType }]
  const settings = { KEYWRIGHT_API_PUBLIC_KEY: apiPublicKey, KEYWRIGHT_API_PRIVATE_KEY: apiPrivateKey }
  if (!user) {
    const created = { userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] }
    const { userIds } = await client.createUsers({ users: [created] })
    return { userId: userIds[0]!, settings }
  }
  const { userId } = user
  await client.createApiKeys({ userId, apiKeys })
  for (const { apiKeyId } of user.apiKeys)
    console.log(`Left behind: API key ${apiKeyId} of ${userName}. If no other machine uses it, delete it.`)
  return { userId, settings }
}

/**
 * Creates policies, and changes those that have the same name and another content.
 * @param prefix names the policies of earlier rules that are left behind
 */
export async function savePolicies(
  client: KeywrightClient,
  prefix: string,
  rules: readonly CreatePolicyIntentV3[],
): Promise<void> {
  const { policies } = await client.listPolicies()
  for (const rule of rules) {
    const { policyName, effect, condition = '', consensus = '' } = rule
    const found = policies.find((one) => one.policyName === policyName)
    if (!found) await client.createPolicy(rule)
    else if (found.effect !== effect || found.condition !== condition || found.consensus !== consensus)
      await client.updatePolicy({
        policyId: found.policyId,
        policyEffect: effect,
        policyCondition: condition,
        policyConsensus: consensus,
      })
  }
  const names = rules.map(({ policyName }) => policyName)
  for (const { policyId, policyName } of policies)
    if (policyName.startsWith(prefix) && !names.includes(policyName))
      console.log(`Left behind: policy ${policyName} (${policyId}), which still applies`)
}
