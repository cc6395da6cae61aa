import { describe, expect, it } from 'vitest'
import { apiKeyStamper, createTestEngine } from '../test/support/index.ts'
import { engine, inOrganization, organizationId, root, rootKey } from '../test/support/setting.ts'

inOrganization()

const WHOAMI = '/public/v1/query/whoami'
const send = (path: string, init: RequestInit) => engine.handle(new Request(`http://localhost${path}`, init))
const errorOf = async (response: Response) => {
  const body = (await response.json()) as { code: number; details: { errorCode?: string }[] }
  return [response.status, body.code, body.details[0]?.errorCode]
}

describe('handle', () => {
  it('answers a preflight for any origin', async () => {
    const response = await send(WHOAMI, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-stamp-webauthn')
  })

  it('rejects a stamp of another body and an unknown key', async () => {
    const [header, value] = apiKeyStamper(rootKey)(new TextEncoder().encode('{}'))
    const body = JSON.stringify({ organizationId })
    const altered = await send(WHOAMI, { method: 'POST', body, headers: { [header]: value } })
    expect(await errorOf(altered)).toEqual([401, 16, 'API_KEY_SIGNATURE_INVALID'])
    const stranger = engine.client(organizationId, apiKeyStamper(engine.apiKey()))
    await expect(stranger.query('whoami')).rejects.toMatchObject({
      status: 401,
      errorCode: 'API_KEY_NOT_FOUND',
    })
  })

  it('validates a body only after authentication', async () => {
    const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 7 })
    expect(await errorOf(await root.post(posted))).toEqual([400, 3, 'MEMBER_TYPE'])
    const [header, value] = apiKeyStamper(rootKey)(new TextEncoder().encode('{}'))
    const forged = await send(posted.path, {
      method: 'POST',
      body: posted.text,
      headers: { [header]: value },
    })
    expect(await errorOf(forged)).toEqual([401, 16, 'API_KEY_SIGNATURE_INVALID'])
  })

  it('executes the same body once', async () => {
    const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    const answers = await Promise.all([root.post(posted), root.post(posted), root.post(posted)])
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { activity: { id: string } }).activity.id),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await root.query('list_wallets')).wallets).toHaveLength(1)
  })

  it('returns the same responses for the same seed and requests', async () => {
    const engine = createTestEngine('replay')
    const exchanges: { request: Request; response: Response }[] = []
    const { handle } = engine
    engine.handle = async (request) => {
      const copy = request.clone()
      const response = await handle(request)
      exchanges.push({ request: copy, response: response.clone() })
      return response
    }
    const { root } = await engine.organization()
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    await root.query('list_activities')

    const again = createTestEngine('replay')
    await again.organization()
    for (const { request, response } of exchanges)
      expect(await (await again.handle(request)).text()).toBe(await response.text())
    expect(exchanges).toHaveLength(2)
  })
})
