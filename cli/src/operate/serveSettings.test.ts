/** Settings of `serve` from flags and the environment, without starting a server. */
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { parseInput } from '../arguments/args.ts'
import type { Context } from '../command.ts'
import { commands, sharedFlags } from '../commands.ts'
import { createStyle } from '../output/style.ts'
import {
  misspelled,
  resolveCarriers,
  resolveDrainMs,
  resolveLimits,
  resolveMessages,
  resolveMetrics,
  resolveOrigins,
  resolveProcess,
  resolveTls,
  resolveUnseal,
  resolveWebhooks,
} from './serveSettings.ts'

const files = { 'pin.txt': '1234\n' }
function settings(words: string[], env: Record<string, string> = {}): Context {
  const command = commands.find(({ name }) => name === 'serve')!
  const input = parseInput(command, words, sharedFlags)
  const host = createTestHost({ env, files })
  const program = { commands, sharedFlags }
  return { input, host, command, program, style: createStyle(), isJson: false, emit: () => undefined }
}

/** Without a setting, each has no option. */
const READERS = [resolveTls, resolveMetrics, resolveLimits, resolveWebhooks, resolveMessages, resolveOrigins]

describe('the settings of serve', () => {
  it('include proxies as a list of addresses', () => {
    const proxies = ['10.0.0.5', '2001:db8::1']
    expect(resolveLimits(settings(['--proxies', '10.0.0.5, 2001:db8::1']))).toEqual({ proxies })
    expect(resolveLimits(settings([], { KEYWRIGHT_PROXIES: '10.0.0.5,2001:db8::1' }))).toEqual({
      proxies,
    })
    expect(() => resolveLimits(settings(['--proxies', 'proxy.example']))).toThrow(
      '`proxy.example` is not an IP address',
    )
  })

  it('include the header of client addresses, which also serves limits that are on by default', () => {
    const addressHeader = 'x-real-ip'
    expect(resolveLimits(settings(['--address-header', 'X-Real-IP']))).toEqual({ addressHeader })
    expect(resolveLimits(settings([], { KEYWRIGHT_ADDRESS_HEADER: 'x-real-ip' }))).toEqual({ addressHeader })
    expect(() => resolveLimits(settings(['--address-header', 'x real ip']))).toThrow(
      '--address-header cannot be `x real ip`',
    )
  })

  it('are unset by an empty variable, as of a template', async () => {
    const names = JSON.stringify(commands.find(({ name }) => name === 'serve')).match(
      /KEYWRIGHT_[A-Z_0-9]+/g,
    )!
    expect(names.length).toBeGreaterThan(20)
    const empty = settings([], Object.fromEntries(names.map((name) => [name, ''])))
    expect(READERS.map((read) => read(empty))).toEqual(READERS.map(() => ({})))
    expect(resolveProcess(empty)).toEqual({ migrate: false })
    expect(await resolveUnseal(empty)).toEqual({})
    expect(await resolveCarriers(empty)).toEqual({})
    expect(resolveDrainMs(empty)).toBe(0)
  })

  it.each([
    [{ KEYWRIGHT_SMPT_URL: 'x' }, [['KEYWRIGHT_SMPT_URL', 'KEYWRIGHT_SMTP_URL']]],
    [{ KEYWRIGHT_RATELIMIT: '5' }, [['KEYWRIGHT_RATELIMIT', 'KEYWRIGHT_RATE_LIMIT']]],
    [{ KEYWRIGHT_RATE_LIMIT: '5', KEYWRIGHT_ORGANIZATION_ID: 'x', KEYWRIGHT_DEBUG: '1' }, []],
    // Of a Kubernetes service named `keywright` or `keywright-metrics`.
    [{ KEYWRIGHT_PORT: 'tcp://10.0.0.1:8787', KEYWRIGHT_SERVICE_HOST: '10.0.0.1' }, []],
    [{ KEYWRIGHT_METRICS_PORT: 'tcp://10.0.0.1:9090', KEYWRIGHT_METRICS_PORT_9090_TCP: 'x' }, []],
    [{ KEYWRIGHT_SOMETHING_ELSE: 'x' }, []],
  ])('say which variable was probably meant: %j', (env, expected) => {
    expect(misspelled(settings([], env))).toEqual(expected)
  })

  it('come from flags, then from the environment', async () => {
    expect(resolveTls(settings(['--tls-cert', 'a', '--tls-key', 'b']))).toEqual({
      tls: { certFile: 'a', keyFile: 'b' },
    })
    expect(resolveTls(settings([], { KEYWRIGHT_TLS_CERT: 'a', KEYWRIGHT_TLS_KEY: 'b' }))).toEqual({
      tls: { certFile: 'a', keyFile: 'b' },
    })
    expect(resolveMetrics(settings(['--metrics', '0.0.0.0:9090']))).toEqual({
      metrics: { host: '0.0.0.0', port: 9090 },
    })
    expect(resolveMetrics(settings([], { KEYWRIGHT_METRICS: '[::1]:9090' }))).toEqual({
      metrics: { host: '::1', port: 9090 },
    })
    const limits = { KEYWRIGHT_RATE_LIMIT: '5', KEYWRIGHT_ORGANIZATION_RATE_LIMIT: '6' }
    expect(resolveLimits(settings(['--rate-limit', '7'], limits))).toEqual({
      rateLimit: { requestsPerSecond: 7 },
      organizationRateLimit: 6,
    })
    expect(
      resolveLimits(settings(['--user-storage', '64'], { KEYWRIGHT_ORGANIZATION_STORAGE: '2048' })),
    ).toEqual({
      storageQuota: { organizationBytes: 2_147_483_648, userBytes: 67_108_864 },
    })
    expect(resolveWebhooks(settings(['--webhook-header-prefix', 'X-Example']))).toEqual({
      webhookHeaderPrefix: 'x-example',
    })
    const hosts = ['--internal-webhook-hosts', 'Hooks.internal, 10.0.0.5,[fd00::1]']
    expect(resolveWebhooks(settings(hosts))).toEqual({
      internalWebhookHosts: ['hooks.internal', '10.0.0.5', '[fd00::1]'],
    })
    expect(
      resolveMessages(
        settings([], { KEYWRIGHT_MESSAGE_LINK_ORIGINS: 'https://app.example.com, https://b.example:8443' }),
      ),
    ).toEqual({ messageLinkOrigins: ['https://app.example.com', 'https://b.example:8443'] })
    for (const origin of [
      'app.example.com',
      'https://app.example.com/',
      'https://A.example',
      'app://a',
      '',
      '*',
      'https://*.example.com',
    ]) {
      expect(() =>
        resolveMessages(settings(['--message-link-origins', `https://b.example,${origin}`])),
      ).toThrow('is not an origin')
    }
    for (const host of ['hooks:8443', 'https://hooks', 'a/b', 'a b', '', 'u@hooks']) {
      expect(() => resolveWebhooks(settings(['--internal-webhook-hosts', `x,${host}`]))).toThrow(
        'is not a host',
      )
    }
    expect(
      resolveOrigins(settings(['--own-origins', 'https://keys.example, http://localhost:3000'])),
    ).toEqual({
      ownOrigins: ['https://keys.example', 'http://localhost:3000'],
    })
    for (const origin of ['keys.example', 'https://keys.example/path', 'data:,', ''])
      expect(() => resolveOrigins(settings(['--own-origins', `https://a.example,${origin}`]))).toThrow(
        'is not an origin',
      )
    const nothing = settings([])
    expect(READERS.map((read) => read(nothing))).toEqual(READERS.map(() => ({})))
    expect(await resolveUnseal(nothing)).toEqual({})
  })

  it('name the flag or the variable that has a wrong value', () => {
    const wrong = { KEYWRIGHT_RATE_LIMIT: 'many', KEYWRIGHT_METRICS: '9090' }
    expect(() => resolveLimits(settings([], wrong))).toThrow('KEYWRIGHT_RATE_LIMIT cannot be `many`')
    expect(() => resolveLimits(settings(['--rate-limit', 'few'], wrong))).toThrow(
      '--rate-limit cannot be `few`',
    )
    expect(() => resolveMetrics(settings([], wrong))).toThrow('KEYWRIGHT_METRICS cannot be `9090`')
    expect(() => resolveMetrics(settings(['--metrics', 'a:70000'], wrong))).toThrow(
      '--metrics cannot be `70000`',
    )
  })

  it("include the operators' socket, so that an image can fix it for its health check, or a port", () => {
    const path = { KEYWRIGHT_OPERATOR_SOCKET: '/tmp/operator.sock' }
    expect(resolveProcess(settings([], path))).toEqual({
      migrate: false,
      operatorSocket: '/tmp/operator.sock',
    })
    const env = { KEYWRIGHT_OPERATOR_PORT: '8788' }
    expect(resolveProcess(settings([], env))).toEqual({ migrate: false, operatorPort: 8788 })
    expect(resolveProcess(settings(['--operator-port', '0'], env))).toEqual({
      migrate: false,
      operatorPort: 0,
    })
    expect(resolveProcess(settings([]))).toEqual({ migrate: false })
    expect(() => resolveProcess(settings(['--operator-port', '70000']))).toThrow(
      '--operator-port cannot be `70000`',
    )
  })

  it('include a token, whose PIN is in a file or the environment', async () => {
    const token = { module: '/x.so', tokenLabel: 'ours', keyLabel: undefined, pin: '1234' }
    const words = ['--pkcs11-module', '/x.so', '--pkcs11-token', 'ours', '--pkcs11-pin-file', 'pin.txt']
    expect(await resolveUnseal(settings(words))).toEqual({ unseal: { token } })
    const env = {
      KEYWRIGHT_PKCS11_MODULE: '/x.so',
      KEYWRIGHT_PKCS11_TOKEN: 'ours',
      KEYWRIGHT_PKCS11_PIN: '1234',
    }
    expect(await resolveUnseal(settings([], env))).toEqual({ unseal: { token } })
    expect(await resolveUnseal(settings(['--key-file', 'root.key']))).toEqual({
      unseal: { keyFile: 'root.key' },
    })
  })

  it('include a key command, but only one source of the root secret', async () => {
    const unseal = { keyCommand: 'age --decrypt root.age' }
    expect(await resolveUnseal(settings(['--key-command', 'age --decrypt root.age']))).toEqual({ unseal })
    const env = { KEYWRIGHT_KEY_COMMAND: 'age --decrypt root.age' }
    expect(await resolveUnseal(settings([], env))).toEqual({ unseal })
    await expect(resolveUnseal(settings(['--key-file', 'root.key'], env))).rejects.toThrow(
      'several sources of the root secret',
    )
  })

  it.each<[string[], RegExp]>([
    [['--pkcs11-module', '/x.so'], /the PIN of the token is missing/],
    [['--pkcs11-token', 'ours'], /--pkcs11-token requires --pkcs11-module/],
    [['--pkcs11-module', '/x.so', '--pkcs11-pin-file', 'nowhere'], /cannot read nowhere/],
    [
      ['--pkcs11-module', '/x.so', '--pkcs11-pin-file', 'pin.txt', '--key-file', 'k'],
      /several sources of the root secret/,
    ],
  ])('%j are rejected', async (words, message) => {
    await expect(resolveUnseal(settings(words))).rejects.toThrow(message)
  })

  it.each<[string[], RegExp]>([
    [['--tls-cert', 'a'], /the TLS private key is missing/],
    [['--tls-key', 'a'], /the TLS certificate is missing/],
    [['--metrics', '9090'], /--metrics cannot be `9090`/],
    [['--metrics', '::1:9090'], /--metrics cannot be `::1:9090`/],
    [['--metrics', 'localhost:99999'], /--metrics cannot be `99999`/],
    [['--user-storage', '1GB'], /--user-storage cannot be `1GB`/],
    [['--organization-rate-limit', '0'], /--organization-rate-limit cannot be `0`/],
  ])('%j are rejected too', (words, message) => {
    const context = settings(words)
    expect(() => [resolveTls(context), resolveMetrics(context), resolveLimits(context)]).toThrow(message)
  })

  it('of emails need a server and a sender, and are rejected without the password', async () => {
    for (const [env, message] of [
      [{ KEYWRIGHT_SMTP_URL: 'smtp://u:hush@h' }, 'the sender of emails is missing'],
      [{ KEYWRIGHT_MAIL_FROM: 'a@example.com' }, 'the URL of the SMTP server is missing'],
    ] as const)
      await expect(resolveCarriers(settings([], env))).rejects.toThrow(message)
  })

  it.each([
    ['--pkcs11-pin', '1234'],
    ['--smtp-url', 'smtp://u:hush@h'],
  ])('never include a secret as an argument: %s', (flag, secret) => {
    expect(() => settings([flag, secret])).toThrow(new RegExp(`^(?!.*${secret}).*${flag} is not supported`))
  })
})
