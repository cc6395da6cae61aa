/** Logs contain no credentials from requests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LogEntry } from '@keywright/host'
import { generateP256KeyPair, platformRandom, toHex, uncompressP256PublicKey } from '@keywright/keys'
import { expect, it } from 'vitest'
import { startTestDev } from '../../test/support/devServer.ts'
import { REQUEST_FILE } from './requestFile.ts'

it('neither the request log nor the log contains a token, code or bundle, accepted or rejected', async () => {
  const entries: LogEntry[] = []
  const dev = await startTestDev({ log: (entry) => void entries.push(entry) })
  const secrets: string[] = []
  const keep = <T>(secret: T): T => {
    secrets.push(String(secret))
    return secret
  }
  try {
    const email = 'alice@example.org'
    const pair = generateP256KeyPair(platformRandom)
    const targetPublicKey = toHex(uncompressP256PublicKey(pair.publicKey))
    const mint = async (request: object) =>
      keep((await dev.post<{ token: string }>('/dev/issuer/token', { audience: 'app', ...request })).token)
    const { subOrganizationId } = await dev.root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'of alice',
      rootQuorumThreshold: 1,
      rootUsers: [
        {
          userName: 'alice',
          userEmail: email,
          apiKeys: [],
          authenticators: [],
          oauthProviders: [{ providerName: 'development', oidcToken: await mint({ subject: 'alice' }) }],
        },
      ],
    })
    const about = dev.root.about(subOrganizationId)
    const mailed = async (member: string) => {
      const { messages } = await dev.get<{ messages: { template: Record<string, string> }[] }>('/dev/inbox')
      return keep(messages[0]!.template[member]!)
    }
    const newCode = async () => {
      const contact = { otpType: 'OTP_TYPE_EMAIL', contact: email, otpLength: 9, alphanumeric: true } as const
      const { otpId } = await about.run('ACTIVITY_TYPE_INIT_OTP', contact)
      return { otpId, otpCode: await mailed('code') }
    }

    const token = await mint({ subject: 'alice', targetPublicKey })
    await about.run('ACTIVITY_TYPE_OAUTH', { oidcToken: token, targetPublicKey })
    await about
      .submit('ACTIVITY_TYPE_OAUTH', { oidcToken: keep(`${token}AA`), targetPublicKey })
      .catch(String)
    await about.run('ACTIVITY_TYPE_EMAIL_AUTH_V2', { email, targetPublicKey })
    await mailed('bundle')
    const publicKey = toHex(pair.publicKey)
    const code = await newCode()
    await about.submit('ACTIVITY_TYPE_VERIFY_OTP', { ...code, otpId: code.otpCode }).catch(String)
    const { verificationToken } = await about.run('ACTIVITY_TYPE_VERIFY_OTP', { ...code, publicKey })
    const login = { verificationToken: keep(verificationToken), publicKey }
    await about.run('ACTIVITY_TYPE_OTP_LOGIN', login)
    await about.submit('ACTIVITY_TYPE_OTP_LOGIN', { ...login, expirationSeconds: '9' }).catch(String)
    const { session } = await dev.root.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    for (const value of [keep(session), keep(`${session}AA`)]) {
      const body = JSON.stringify({ organizationId: dev.server.organizationId })
      const url = `${dev.server.url}/public/v1/query/whoami`
      await fetch(url, { method: 'POST', body, headers: { 'X-Session': value } })
      // A body that ends in the middle of its token.
      await fetch(url, { method: 'POST', body: `{"session":"${value}` })
    }

    const { requests } = await dev.get<{ requests: { status: number }[] }>('/dev/requests')
    expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([200, 400, 401]))
    await dev.server.close()
    const file = readFileSync(join(dev.folder, REQUEST_FILE), 'utf8')
    expect(file.trim().split('\n').length).toBe(requests.length)
    expect(entries.length).toBeGreaterThan(requests.length - 1)
    expect(secrets).toHaveLength(8)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8)
      for (const text of [file, JSON.stringify(requests), JSON.stringify(entries)]) {
        expect(text).not.toContain(secret)
      }
    }
  } finally {
    await dev.close()
  }
})
