import { sha256, toBase64url, toUtf8 } from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDevhost, TEST_URL, type TestDevhost } from '../../test/testDevhost.ts'

const ISSUER = `${TEST_URL}/dev/issuer`
const CALLBACK = 'http://localhost:5173/callback?from=keywright'
/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const ASKED = {
  response_type: 'code',
  client_id: 'my-app',
  redirect_uri: CALLBACK,
  scope: 'openid email',
  state: 'a&b=c',
  nonce: 'n-1',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}

let dev: TestDevhost
let now: number
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  dev = await openTestDevhost({ now: () => now })
})

const ask = (changes: Record<string, string | undefined> = {}, extra = '') =>
  dev.host.handle(new Request(`${ISSUER}/authorize?${formOf({ ...ASKED, ...changes })}${extra}`))

const post = (path: string, members: Record<string, string | undefined>, headers = {}) =>
  dev.host.handle(
    new Request(`${ISSUER}${path}`, {
      method: 'POST',
      body: formOf(members),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    }),
  )

const formOf = (members: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(members).filter((one): one is [string, string] => one[1] !== undefined))

const signIn = (members: Record<string, string> = {}) =>
  post('/authorize', {
    ...ASKED,
    decision: 'allow',
    subject: 'carol',
    email: 'carol@example.com',
    ...members,
  })

const answerOf = (response: Response) => new URL(response.headers.get('location')!).searchParams

const redeem = (changes: Record<string, string | undefined>, headers = {}) =>
  post(
    '/token',
    {
      grant_type: 'authorization_code',
      client_id: 'my-app',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...changes,
    },
    headers,
  )

const newCode = async (): Promise<string> => answerOf(await signIn()).get('code')!

describe('the code flow', () => {
  it('asks who signs in, on a page without scripts', async () => {
    const response = await ask({ login_hint: 'dora@example.com' })
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("form-action 'self' http://localhost:5173")
    const html = await response.text()
    expect(html).toContain('my-app')
    expect(html).toContain(`action="${ISSUER}/authorize"`)
    expect(html).toContain('value="allow">Sign in')
    expect(html).toContain('name="email" type="email" autocomplete="off" value="dora@example.com"')
    expect(html).not.toContain('<script')
  })

  it('allows its own style by hash', async () => {
    const response = await ask()
    const style = /<style>([^<]*)<\/style>/.exec(await response.text())![1]!
    const hash = Buffer.from(sha256(toUtf8(style))).toString('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  })

  it('redirects with a code, which the app exchanges for a token', async () => {
    const response = await signIn()
    expect(response.status).toBe(303)
    const back = new URL(response.headers.get('location')!)
    expect(`${back.origin}${back.pathname}`).toBe('http://localhost:5173/callback')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      from: 'keywright',
      state: 'a&b=c',
      iss: ISSUER,
    })

    const token = await redeem({ code: back.searchParams.get('code')! })
    expect(token.headers.get('cache-control')).toBe('no-store')
    const answer = (await token.json()) as { id_token: string }
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'openid email' })
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({
      iss: ISSUER,
      aud: 'my-app',
      sub: 'carol',
      nonce: 'n-1',
      email: 'carol@example.com',
    })
  })

  it('issues a token that the engine accepts', async () => {
    const { id_token: oidcToken } = await (await redeem({ code: await newCode() })).json()
    const { userId } = await dev.root.query('whoami')
    const oauthProviders = [{ providerName: 'by code', oidcToken }]
    await dev.root.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', { userId, oauthProviders })
    const answer = await dev.root.query('get_oauth_providers', { userId })
    expect(answer.oauthProviders).toMatchObject([{ subject: 'carol', issuer: ISSUER, audience: 'my-app' }])
  })

  it('omits the email if it is not in the scope', async () => {
    const code = answerOf(await signIn({ scope: 'openid' })).get('code')!
    const { id_token } = await (await redeem({ code })).json()
    expect(Buffer.from(id_token.split('.')[1], 'base64url').toString()).not.toContain('carol@example.com')
  })

  it('accepts the client ID in a header', async () => {
    const authorization = `Basic ${btoa('my-app:any secret')}`
    expect((await redeem({ code: await newCode(), client_id: undefined }, { authorization })).status).toBe(
      200,
    )
  })

  it('redirects to a mobile app', async () => {
    const redirect_uri = 'com.example.app:/callback'
    expect((await ask({ redirect_uri })).headers.get('content-security-policy')).toContain(
      "form-action 'self' com.example.app:",
    )
    const location = (await signIn({ redirect_uri })).headers.get('location')
    expect(location).toMatch(/^com\.example\.app:\/callback\?code=/)
  })

  it('reports that the user denied access', async () => {
    const response = await post('/authorize', { ...ASKED, decision: 'deny', subject: '' })
    expect(Object.fromEntries(answerOf(response))).toMatchObject({ error: 'access_denied', state: 'a&b=c' })
  })

  it('has a discovery document', async () => {
    const discovery = await dev.ask('GET', '/dev/issuer/.well-known/openid-configuration')
    expect(discovery).toMatchObject({
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      code_challenge_methods_supported: ['S256'],
    })
    const { keys } = (await (await dev.host.handle(new Request(`${ISSUER}/jwks`))).json()) as {
      keys: object[]
    }
    // No `d`, which is the private key.
    expect(keys.map((key) => Object.keys(key).join(' '))).toEqual(['kty crv x y kid alg use'])
  })

  it('issues tokens directly to programs', async () => {
    expect(await dev.ask('POST', '/dev/issuer/token', { subject: 'bob' })).toMatchObject({
      claims: { sub: 'bob' },
    })
  })
})

describe('invalid requests', () => {
  it.each([
    [{ client_id: undefined }, '`client_id` is missing'],
    [{ redirect_uri: undefined }, '`redirect_uri` is missing'],
    [{ redirect_uri: '/callback' }, 'is not an absolute URL'],
    [{ redirect_uri: 'javascript:alert(1)' }, 'has an unsupported scheme'],
    [{ redirect_uri: 'data:text/html,x' }, 'has an unsupported scheme'],
    [{ redirect_uri: 'http://localhost/#here' }, 'must not have a fragment'],
    [{ redirect_uri: "http://a;script-src'self'/" }, 'has an invalid host'],
  ])('show an error page for %o', async (changes, message) => {
    const response = await ask(changes)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(message)
    expect(response.headers.get('location')).toBeNull()
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ scope: 'email' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: VERIFIER.slice(1) }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ prompt: 'none' }, 'login_required'],
    [{ request_uri: 'https://app.example.com/request' }, 'request_not_supported'],
  ])('redirect with an error for %o', async (changes, error) => {
    const answer = answerOf(await ask(changes))
    expect(Object.fromEntries(answer)).toMatchObject({ error, state: 'a&b=c', iss: ISSUER })
    expect(answer.has('code')).toBe(false)
  })

  it('reject repeated parameters', async () => {
    expect(answerOf(await ask({}, '&nonce=n-2')).get('error')).toBe('invalid_request')
    expect((await ask({}, '&redirect_uri=https%3A%2F%2Fevil.example')).status).toBe(400)
  })

  it('show input only as text', async () => {
    const html = await (await ask({ client_id: '"><script>alert(1)</script>' })).text()
    expect(html).not.toContain('<script')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
  })

  it('require a subject', async () => {
    const response = await signIn({ subject: '' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  it.each([
    [{ code_verifier: `${VERIFIER}x` }, 'invalid_grant'],
    [{ client_id: 'other-app' }, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost:5173/callback' }, 'invalid_grant'],
    [{ code: 'guessed' }, 'invalid_grant'],
    [{ code_verifier: undefined }, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ client_id: undefined }, 'invalid_request'],
  ])('get no token for %o', async (changes, error) => {
    const response = await redeem({ code: await newCode(), ...changes })
    expect([response.status, (await response.json()).error]).toEqual([400, error])
  })

  it('use up a code, even if the first attempt was invalid', async () => {
    const code = await newCode()
    expect((await redeem({ code, code_verifier: 'wrong' })).status).toBe(400)
    expect((await redeem({ code })).status).toBe(400)
  })

  it('include a code older than a minute', async () => {
    const [early, late] = [await newCode(), await newCode()]
    now += 59_999
    expect((await redeem({ code: early })).status).toBe(200)
    now += 1
    expect((await redeem({ code: late })).status).toBe(400)
  })

  it('use a challenge that is the SHA-256 of the verifier', () => {
    expect(toBase64url(sha256(toUtf8(VERIFIER)))).toBe(CHALLENGE)
  })
})
