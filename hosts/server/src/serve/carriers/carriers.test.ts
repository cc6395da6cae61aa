import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Mail, Sms } from '@keywright/engine'
import { createTestEngine } from '@keywright/engine/test'
import { createWebhookSigner, type LogEntry } from '@keywright/host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../test/support/smtpSink.ts'
import { createMetrics } from '../metrics.ts'
import { type CarrierOptions, openCarriers } from './carriers.ts'

const CODE = '482913'
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Your code for Ünicode',
  text: `Your code is ${CODE}\n.\nA line that begins with a dot ends no mail.\n`,
  organizationId: 'organization',
  template: { code: CODE },
}
const sms: Sms = { to: '+15005550006', text: `Your code is ${CODE}`, organizationId: 'o', template: {} }
const signer = createWebhookSigner(new Uint8Array(32).fill(7))

function open(options: CarrierOptions) {
  const log: LogEntry[] = []
  const metrics = createMetrics('1.2.3')
  const carriers = openCarriers(options, { log: (entry) => void log.push(entry), metrics })
  onTestFinished(carriers.close)
  return { carriers, log, sendSms: carriers.sms(signer), metrics: () => metrics.toText() }
}

async function openSmtp(
  sink: Parameters<typeof startSmtpSink>[0] = {},
  from = 'Keywright <no-reply@example.com>',
) {
  const server: SmtpSink = await startSmtpSink(sink)
  onTestFinished(server.close)
  return { ...open({ smtp: { url: server.url, from } }), server }
}

describe('emails through SMTP', () => {
  it('arrive unchanged, with an encoded subject and the same message ID in all attempts', async () => {
    const { carriers, server } = await openSmtp()
    await carriers.mail(mail)
    await carriers.mail(mail)
    await carriers.mail({ ...mail, text: 'another' })
    const [first, second, third] = server.mails
    expect(first).toMatchObject({ from: 'no-reply@example.com', to: ['ada@example.com'] })
    expect(first!.header('from')).toBe('Keywright <no-reply@example.com>')
    expect(first!.header('subject')).toMatch(/^=\?UTF-8\?/)
    expect(first!.header('auto-submitted')).toBe('auto-generated')
    expect(first!.text).toContain(`Your code is ${CODE}\n.\nA line that`)
    expect(first!.header('message-id')).toMatch(/^<[0-9a-f]{32}@example\.com>$/)
    expect(second!.header('message-id')).toBe(first!.header('message-id'))
    expect(third!.header('message-id')).not.toBe(first!.header('message-id'))
  })

  it('have the name and reply address of the request, but the configured sender', async () => {
    const { carriers, server } = await openSmtp()
    const template = {
      sendFromEmailAddress: 'ceo@bank.example',
      sendFromEmailSenderName: 'Wallet',
      replyToEmailAddress: 'help@example.org',
    }
    await carriers.mail({ ...mail, template })
    expect(server.mails[0]!.header('from')).toBe('Wallet <no-reply@example.com>')
    expect(server.mails[0]!.header('reply-to')).toBe('help@example.org')
    expect(server.mails[0]!.raw).not.toContain('bank.example')
  })

  it.each(['ada@example.com, eve@example.com', 'ada@example.com\r\nBcc: eve@example.com'])(
    'reach no other recipient through the address %j',
    async (to) => {
      const { carriers, server } = await openSmtp()
      await carriers.mail({ ...mail, to }).catch(() => undefined)
      for (const seen of server.mails) {
        expect(seen.to).not.toContain('eve@example.com')
        expect(seen.raw).not.toMatch(/^bcc:/im)
      }
    },
  )

  it('are sent with the user and password in the URL', async () => {
    const { server } = await openSmtp({ hasLogin: true })
    const url = server.url.replace('smtp://', 'smtp://us%40er:pass%2Fword@')
    const { carriers } = open({ smtp: { url, from: 'a@example.com' } })
    await carriers.mail(mail)
    expect(server.logins).toContainEqual({ user: 'us@er', password: 'pass/word' })
  })

  it('delay no request while the mail server hangs, and arrive once when it answers', async () => {
    let release = () => {}
    const hold = new Promise<void>((done) => {
      release = done
    })
    const { carriers, server } = await openSmtp({ hold })
    const engine = createTestEngine('slow mail', { mail: carriers.mail })
    const { root, rootUserId } = await engine.organization()
    await root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
      invitations: [
        {
          receiverUserName: 'ada',
          receiverUserEmail: mail.to,
          receiverUserTags: [],
          accessType: 'ACCESS_TYPE_ALL',
          senderUserId: rootUserId,
        },
      ],
    })
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'meanwhile', accounts: [] })
    expect(server.mails).toEqual([])
    release()
    await engine.idle()
    expect(server.mails.map(({ to }) => to)).toEqual([[mail.to]])
  })

  it('are retried after 4xx or without a response, and dropped if the address is rejected', async () => {
    const busy = await openSmtp({ answerTo: '451 4.3.0 try later' })
    await expect(busy.carriers.mail(mail)).rejects.toThrow('EENVELOPE 451')
    expect(await busy.metrics()).toContain('{kind="mail",outcome="retry"} 1')
    const refusing = await openSmtp({ answerTo: '550 5.1.1 no such user ada@example.com' })
    await refusing.carriers.mail(mail)
    expect(await refusing.metrics()).toContain('{kind="mail",outcome="rejected"} 1')
    const gone = await openSmtp()
    await gone.server.close()
    await expect(gone.carriers.mail(mail)).rejects.toThrow()
    const log = JSON.stringify([...busy.log, ...refusing.log, ...gone.log])
    expect(log).toContain('EENVELOPE 550')
    expect(log).not.toContain('ada@example.com')
    expect(log).not.toContain(CODE)
  })

  it('are not sent to other machines without TLS by default', async () => {
    const { server } = await openSmtp()
    // This machine, under a name that is not recognized as local.
    const url = server.url.replace('127.0.0.1', '0.0.0.0')
    await expect(open({ smtp: { url, from: 'a@example.com' } }).carriers.mail(mail)).rejects.toThrow(/ETLS/)
    expect(server.mails).toEqual([])
    await open({ smtp: { url: `${url}?ignoreTLS=true`, from: 'a@example.com' } }).carriers.mail(mail)
    expect(server.mails).toHaveLength(1)
  })

  it.each([
    ['https://mail.example.com', 'a@example.com'],
    ['mail.example.com:secret-password', 'a@example.com'],
    ['smtp://mail.example.com', 'no address'],
    ['smtp://mail.example.com', 'A <a@example.com>\r\nBcc: b@example.com'],
  ])('reject the settings %s and %s', (url, from) => {
    const attempt = () =>
      openCarriers({ smtp: { url, from } }, { log: () => undefined, metrics: createMetrics('1.2.3') })
    expect(attempt).toThrow(expect.objectContaining({ code: 'CARRIER_MALFORMED' }))
    expect(attempt).not.toThrow(/secret-password/)
  })
})

describe('text messages through an endpoint', () => {
  it('are posted with a signature by the published key, and the same ID in all attempts', async () => {
    const { url, seen } = await startEndpoint(200)
    const { sendSms, metrics } = open({ smsEndpoint: { url } })
    await sendSms(sms)
    await sendSms(sms)
    expect(JSON.parse(seen[0]!.body)).toEqual(sms)
    const { headers, body } = seen[0]!
    const id = headers['x-keywright-event-id']
    const text = `v1.ed25519.${headers['x-keywright-signature-key-id']}.${headers['x-keywright-timestamp']}.${id}.${body}`
    const key = createPublicKey({ key: signer.jwks.keys[0] as never, format: 'jwk' })
    const signature = Buffer.from(String(headers['x-keywright-signature']), 'hex')
    expect(verify(null, Buffer.from(text), key, signature)).toBe(true)
    expect(seen[1]!.headers['x-keywright-event-id']).toBe(id)
    expect(await metrics()).toContain('{kind="sms",outcome="delivered"} 2')
  })

  it.each([
    [301, 'retry'],
    [400, 'rejected'],
    [401, 'retry'],
    [422, 'rejected'],
    [429, 'retry'],
    [500, 'retry'],
  ])('that return %i count as %s', async (status, outcome) => {
    const { url } = await startEndpoint(status)
    const { sendSms, log, metrics } = open({ smsEndpoint: { url } })
    const sent = await sendSms(sms).then(
      () => true,
      () => false,
    )
    expect(sent).toBe(outcome === 'rejected')
    expect(await metrics()).toContain(`{kind="sms",outcome="${outcome}"} 1`)
    expect(log).toMatchObject([{ kind: 'sms', reason: `HTTP ${status}` }])
    expect(JSON.stringify(log)).not.toContain(CODE)
  })

  it.each(['http://sms.example.com/', 'sms.example.com', 'ftp://127.0.0.1/'])('are not sent to %s', (url) => {
    const attempt = () =>
      openCarriers({ smsEndpoint: { url } }, { log: () => undefined, metrics: createMetrics('1.2.3') })
    expect(attempt).toThrow(expect.objectContaining({ code: 'CARRIER_MALFORMED' }))
  })
})

describe('an unresponsive carrier', () => {
  it('is paused, so that it does not delay other messages', async () => {
    let now = 0
    let asked = 0
    const sendMail = async () => {
      asked++
      now += 10_000
      throw new Error('ETIMEDOUT')
    }
    const told = { log: () => undefined, metrics: createMetrics('1.2.3'), now: () => now }
    const carriers = openCarriers({ sendMail }, told)
    await expect(carriers.mail(mail)).rejects.toThrow('ETIMEDOUT')
    await expect(carriers.mail(mail)).rejects.toThrow('did not respond to the previous message')
    expect(asked).toBe(1)
    now += 10_000
    await expect(carriers.mail(mail)).rejects.toThrow('ETIMEDOUT')
  })
})

describe('without a carrier', () => {
  it('messages wait, without a log entry for each', async () => {
    const { carriers, sendSms, log, metrics } = open({})
    expect(carriers.isConfigured).toEqual({ mail: false, sms: false })
    await expect(carriers.mail(mail)).rejects.toThrow('no carrier')
    await expect(sendSms(sms)).rejects.toThrow('no carrier')
    expect(log).toEqual([])
    expect(await metrics()).toContain('keywright_messages_total{kind="mail",outcome="no_carrier"} 1')
  })
})

async function startEndpoint(status: number) {
  const seen: { headers: Record<string, unknown>; body: string }[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ headers: request.headers, body })
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen }
}
