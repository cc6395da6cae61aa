/** A back end that forwards requests of its front end with the SDK's handlers. */
import { dev, withTestDev } from '@keywright/server/test/shared'
import { Turnkey as NewServerSdk } from 'sdk-server-new'
import { Turnkey as OldServerSdk } from 'sdk-server-old'
import { describe, expect, it } from 'vitest'

withTestDev()

type Handler = (request: object, response: object) => Promise<void>

describe.each([
  ['old', OldServerSdk],
  ['new', NewServerSdk],
] as const)('%s', (age, ServerSdk) => {
  /** Answers of the handler to one request of a front end. */
  async function answersTo(body: { methodName: string; params: object[] }) {
    const { url, organizationId, apiKey } = dev.server
    const sdk = new ServerSdk({
      apiBaseUrl: url,
      defaultOrganizationId: organizationId,
      apiPublicKey: apiKey.publicKey,
      apiPrivateKey: apiKey.privateKey,
    })
    const answers: { status: number; body: unknown }[] = []
    const response = (status: number) => ({
      status: response,
      json: (answer: unknown) => answers.push({ status, body: answer }),
      send: (answer: unknown) => answers.push({ status, body: answer }),
    })
    const handler = sdk.expressProxyHandler({}) as unknown as Handler
    await handler({ body }, response(200))
    return answers
  }

  it('sends the methods that the SDK allows by default', async () => {
    const rootUser = { userName: 'front end', authenticators: [], oauthProviders: [] }
    const key = { apiKeyName: 'own', publicKey: dev.server.apiKey.publicKey, curveType: 'API_KEY_CURVE_P256' }
    const subOrganization = {
      subOrganizationName: `proxied ${age}`,
      rootUsers: [{ ...rootUser, apiKeys: [key] }],
      rootQuorumThreshold: 1,
    }
    const answers = await answersTo({ methodName: 'createSubOrganization', params: [subOrganization] })
    expect(answers).toEqual([
      { status: 200, body: expect.objectContaining({ subOrganizationId: expect.any(String) }) },
    ])
  })

  it('rejects other methods', async () => {
    const answers = await answersTo({
      methodName: 'createWallet',
      params: [{ walletName: 'no', accounts: [] }],
    })
    expect(answers).toEqual([{ status: 401, body: 'Unauthorized proxy method' }])
  })
})
