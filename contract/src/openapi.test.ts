import { readFileSync } from 'node:fs'
import { compileErrors, validate as validateByParser } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { callList } from './index.ts'
import { openapi } from './openapi.ts'
import recorded from './recorded.json' with { type: 'json' }
import { type AnsweredOperation, answerOf } from './recordedAnswers.ts'

type Json = Record<string, unknown>

const document = openapi()
const schemas = document.components.schemas
// The validators change what they are given.
const copy = () => JSON.parse(JSON.stringify(document))

const ajv = new Ajv2020({ strict: false, discriminator: false, validateFormats: false })
ajv.addSchema({ $id: 'https://example.com/openapi.json', ...copy() }, 'doc')

function checkerOf(pointer: string): ValidateFunction {
  return ajv.getSchema(`https://example.com/openapi.json#${pointer}`)!
}

function expectValid(pointer: string, value: unknown) {
  const check = checkerOf(pointer)
  expect(check(value), `${pointer}: ${ajv.errorsText(check.errors)}`).toBe(true)
}

const bodyPointer = (path: string) =>
  `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`
const answerPointer = (path: string) =>
  path.includes('/submit/')
    ? '/components/schemas/ActivityResponse'
    : `/paths/${path.replaceAll('/', '~1')}/post/responses/200/content/application~1json/schema`
const answerAt = (path: string, from = document) =>
  answerOf(from.paths[path]!.post as unknown as AnsweredOperation, from) as Json

describe('the API description', () => {
  it('is valid for @seriousme/openapi-schema-validator', async () => {
    const outcome = await new Validator().validate(copy())
    expect(outcome.errors ?? []).toEqual([])
    expect(outcome.valid).toBe(true)
  })

  it('is valid for @readme/openapi-parser', async () => {
    const outcome = await validateByParser(copy())
    expect(outcome.valid, outcome.valid ? '' : compileErrors(outcome)).toBe(true)
  })

  it('is refused by both when it is spoiled', async () => {
    const spoiled = copy()
    // One path is enough, and the parser takes long to word its complaint about a large document.
    spoiled.paths = { '/public/v1/query/whoami': spoiled.paths['/public/v1/query/whoami'] }
    spoiled.paths['/public/v1/query/whoami'].post.responses = 'none'
    expect((await new Validator().validate(structuredClone(spoiled))).valid).toBe(false)
    expect((await validateByParser(spoiled)).valid).toBe(false)
  })

  it('has one path for each call', () => {
    expect(Object.keys(document.paths)).toEqual(callList.map((call) => call.path))
    const ids = Object.values(document.paths).map((path) => path.post.operationId)
    expect(new Set(ids).size).toBe(callList.length)
  })

  it('has no dangling reference and no unused component', () => {
    const text = JSON.stringify(document)
    const refs = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map((match) => match[1]!))
    for (const ref of refs) {
      const [section, name] = ref.split('/') as ['schemas' | 'responses', string]
      expect(Object.hasOwn(document.components[section], name), ref).toBe(true)
    }
    const unused = Object.keys(schemas).filter((name) => !refs.has(`schemas/${name}`))
    expect(unused).toEqual([])
  })

  it('describes every member of every schema', () => {
    const silent: string[] = []
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      const properties = (value as Json)['properties']
      if (
        typeof properties === 'object' &&
        properties !== null &&
        !/\/(Intent|Result|ActivityResponse)$/.test(at)
      ) {
        for (const [name, member] of Object.entries(properties as Record<string, Json>)) {
          const type = schemas[String(member['$ref']).split('/').at(-1)!]
          // Bodies extend a frame that describes their members.
          const isFramed = 'const' in member || name === 'parameters'
          if (!member['description'] && !(type?.['description'] && !type['properties']) && !isFramed)
            silent.push(`${at}.${name}`)
        }
      }
      // Conditions and alternatives repeat members that are described next to them.
      for (const [key, item] of Object.entries(value))
        if (!['example', 'examples', 'if', 'then', 'anyOf'].includes(key)) visit(item, `${at}/${key}`)
    }
    visit(schemas, '')
    visit(document.paths, '')
    expect(silent).toEqual([])
  })

  it('has what generators of clients can build: named bodies, types next to constants, and no names in …Request', () => {
    const text = JSON.stringify(document)
    expect(Object.keys(schemas).filter((name) => /Request(V\d+)?$/.test(name))).toEqual([])
    for (const { post } of Object.values(document.paths)) {
      const { schema } = post.requestBody.content['application/json']
      if (post['x-call'].kind === 'submit') expect(Object.keys(schema)).toEqual(['$ref'])
    }
    expect(
      [...text.matchAll(/.{20}"const":/g)].filter(([found]) => !found.includes('"type":"string",')),
    ).toEqual([])
    for (const type of [schemas.Text, schemas.Id, schemas.Name])
      expect(text.split(JSON.stringify(type!['pattern'])).length).toBeLessThan(12)
  })

  it('groups the calls as the reference shows them', () => {
    expect(document['x-tagGroups'].map((group) => group.name)).toEqual([
      'Organizations',
      'Wallets and private keys',
      'Users',
      'Credentials',
      'Activities',
    ])
    const tagged = document['x-tagGroups'].flatMap((group) => group.tags)
    expect(document.tags.map((tag) => tag.name)).toEqual(tagged)
    for (const path of Object.values(document.paths)) expect(tagged).toContain(path.post.tags[0])
  })

  it('says for each operation who may call it, which versions it takes and what it can refuse', () => {
    expect(document.paths['/public/v1/submit/create_policy']!.post['x-call']).toMatchObject({
      kind: 'submit',
      resource: 'POLICY',
      action: 'CREATE',
      authority: 'policy',
      errors: ['POLICY_NAME_TAKEN', 'POLICY_EXPRESSION_INVALID', 'RESOURCE_LIMIT_REACHED', 'NAME_LENGTH'],
      versions: ['', 'V2', 'V3'].map((version) => ({ intent: `CreatePolicyIntent${version}` })),
    })
    expect(document.paths['/public/v1/submit/create_policy']!.post['x-call'].era).toBeUndefined()
    expect(document.paths['/public/v1/submit/init_otp']!.post['x-call'].era).toBe('later')
  })

  it('says what a member that is left out counts as', () => {
    const defaultOf = (schema: string, member: string) =>
      (schemas[schema]!['properties'] as Record<string, Json>)[member]!['default']
    expect(defaultOf('CreateWalletIntent', 'mnemonicLength')).toBe(12)
    expect(defaultOf('WalletParams', 'mnemonicLength')).toBe(12)
    expect(defaultOf('Pagination', 'limit')).toBe('10')
    expect(defaultOf('ExportWalletIntent', 'language')).toBe('MNEMONIC_LANGUAGE_ENGLISH')
    expect(defaultOf('CreateReadWriteSessionIntentV2', 'expirationSeconds')).toBe('900')
    expect(defaultOf('EmailAuthIntentV3', 'expirationSeconds')).toBe('900')
    expect(defaultOf('StampLoginIntent', 'expirationSeconds')).toBe('900')
    expect(defaultOf('InitOtpIntentV3', 'expirationSeconds')).toBe('300')
    expect(defaultOf('InitOtpIntentV3', 'otpLength')).toBe(6)
    expect(defaultOf('VerifyOtpIntentV2', 'expirationSeconds')).toBe('3600')
    // An API key without it is long-lived.
    expect(defaultOf('ApiKeyParamsV2', 'expirationSeconds')).toBeUndefined()
    expect(defaultOf('CreateWalletIntent', 'walletName')).toBeUndefined()
  })

  it('has defaults that the member itself accepts', () => {
    let count = 0
    for (const [name, schema] of Object.entries(schemas)) {
      for (const [member, { default: value }] of Object.entries(
        (schema['properties'] ?? {}) as Record<string, Json>,
      )) {
        if (value === undefined) continue
        expectValid(`/components/schemas/${name}/properties/${member}`, value)
        expect((schema['required'] as string[] | undefined) ?? []).not.toContain(member)
        count++
      }
    }
    expect(count).toBeGreaterThan(20)
  })

  it('lets a read-only session query and not submit', () => {
    const schemesOf = (path: string) =>
      (document.paths[path]!.post.security ?? document.security).flatMap((one) => Object.keys(one))
    expect(schemesOf('/public/v1/query/whoami')).toContain('X-Session')
    expect(schemesOf('/public/v1/submit/create_wallet')).not.toContain('X-Session')
  })

  it('names the version of the package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(document.info.version).toBe(manifest.version)
  })

  it('is the same each time', () => {
    expect(JSON.stringify(openapi())).toBe(JSON.stringify(document))
  })

  it('has at most 450 KB of JSON', () => {
    expect(Buffer.byteLength(JSON.stringify(document)) / 1024).toBeLessThan(450)
  })

  it('has no extension that a generator reads as something else', () => {
    // openapi-generator reads `x-enum-descriptions` and `x-enum-varnames` as lists, and fails for an object.
    expect(JSON.stringify(document)).not.toMatch(/"x-enum-(descriptions|varnames)":\{/)
  })
})

describe('the recorded answers', () => {
  it.each(callList.map((call) => ({ call, name: call.name })))('of $name validate', ({ call }) => {
    const { requestBody } = document.paths[call.path]!.post
    expectValid(bodyPointer(call.path), requestBody.content['application/json'].example)
    expectValid(answerPointer(call.path), answerAt(call.path))
  })

  it.each(callList)('of $name are restored to the byte', ({ name, path }) => {
    expect(JSON.stringify(answerAt(path, copy()))).toBe(JSON.stringify(recorded[name].answer))
  })
})

it('has an example of an error with each status', () => {
  const { examples } = document.components.responses.Error.content['application/json']
  const statuses = Object.keys(examples)
  expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '404', '409', '429', '500', '503']))
  for (const status of statuses) {
    const { value } = JSON.parse(JSON.stringify(examples[status]))
    expectValid('/components/schemas/Status', value)
    const { errorCode } = value.details[0]
    expect(document['x-errors'][errorCode]!.status, errorCode).toBe(Number(status))
  }
})

describe('the examples', () => {
  it('validate without the secrets, which only the submitter sees', () => {
    for (const [path, part, key, secret] of [
      ['/public/v1/submit/create_read_only_session', 'result', 'createReadOnlySessionResult', 'session'],
      ['/public/v1/submit/otp_auth', 'intent', 'otpAuthIntent', 'otpCode'],
    ] as const) {
      const { activity } = structuredClone(answerAt(path)) as {
        activity: Record<string, Record<string, Json>>
      }
      expect(activity[part]![key]![secret]).toBeDefined()
      delete activity[part]![key]![secret]
      expectValid('/components/schemas/Activity', activity)
    }
  })

  it('are refused with an unknown parameter, by JSON Schema as by us', () => {
    const body = document.paths['/public/v1/submit/create_wallet']!.post.requestBody.content[
      'application/json'
    ].example as Json
    const check = checkerOf(bodyPointer('/public/v1/submit/create_wallet'))
    expect(check({ ...body, parameters: { ...(body['parameters'] as Json), color: 'red' } })).toBe(false)
    expect(check({ ...body, type: 'ACTIVITY_TYPE_CREATE_USERS_V4' })).toBe(false)
    expect(check({ ...body, timestampMs: 1 })).toBe(false)
  })

  it('use reserved domains and numbers, and no secret', () => {
    const text = JSON.stringify(document)
    for (const [, host] of text.matchAll(/@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/g))
      expect(host).toMatch(/(^|\.)example\.com$/)
    for (const [, host] of text.matchAll(/https:\/\/([a-z0-9.-]+)/g))
      expect(host).toMatch(/(^|\.)example\.com$/)
    for (const [number] of text.matchAll(/\+1\d{10}/g)) expect(number.startsWith('+1555')).toBe(true)
    expect(text).not.toMatch(/abandon abandon/)
  })
})
