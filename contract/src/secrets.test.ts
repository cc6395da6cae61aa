import { describe, expect, it } from 'vitest'
import { bodies } from '../test/bodies.ts'
import { entities } from './entities.ts'
import { callList, type Schema } from './index.ts'
import { fieldInfosOf, type TypeInfo } from './introspect.ts'
import { hasSecrets, WITHHELD, withoutSecrets } from './secrets.ts'

const parts = callList.flatMap((call) =>
  call.kind === 'query'
    ? []
    : call.versions.flatMap(({ type, intent, result }) => [
        { title: `${type} intent`, schema: intent as Schema },
        { title: `${type} result`, schema: result as Schema },
      ]),
)

/** Names of all texts within, and whether they are marked. */
function* textsOf(schema: Schema): Iterable<{ name: string; isSecret: boolean }> {
  for (const { name, type } of fieldInfosOf(schema)) yield* textsOfType(name, type)
}

function* textsOfType(name: string, type: TypeInfo): Iterable<{ name: string; isSecret: boolean }> {
  if (type.kind === 'list') yield* textsOfType(name, type.item)
  else if (type.kind === 'entity') yield* textsOf(entities[type.name])
  else if (type.kind === 'scalar') yield { name, isSecret: type.scalar === 'secret' }
}

describe('secret members', () => {
  it('are these', () => {
    const marked = parts.flatMap(({ schema }) => [...textsOf(schema)]).filter(({ isSecret }) => isSecret)
    expect([...new Set(marked.map(({ name }) => name))].sort()).toEqual([
      'encryptedOtpBundle',
      'oidcToken',
      'otpCode',
      'session',
      'verificationToken',
    ])
  })

  it("are marked wherever a name suggests a secret, so a new one can't be forgotten", () => {
    const named = parts.flatMap(({ title, schema }) =>
      [...textsOf(schema)]
        .filter(({ name, isSecret }) => !isSecret && /token|code|password|passphrase|secret$/i.test(name))
        .map(({ name }) => `${title}: ${name}`),
    )
    expect(named).toEqual([])
  })
})

describe('withoutSecrets', () => {
  const intents = bodies.filter(({ call }) => call.kind !== 'query')

  it.each(intents)('of $label leaves everything else as it was', ({ schema, body }) => {
    const { parameters } = body as { parameters: object }
    const blind = withoutSecrets(schema, parameters)
    const isBlind = JSON.stringify(blind).includes(WITHHELD)
    if (!hasSecrets(schema)) expect(blind).toBe(parameters)
    else expect(Object.keys(blind)).toEqual(Object.keys(parameters))
    if (isBlind) expect(blind).not.toEqual(parameters)
  })

  it('finds them in lists and in members that may be left out', () => {
    const { versions } = callList.find(({ name }) => name === 'create_oauth_providers') as unknown as {
      versions: { intent: Schema }[]
    }
    const posted = {
      userId: 'u',
      oauthProviders: [{ providerName: 'a', oidcToken: 'x.y.z' }, { providerName: 'b' }],
    }
    expect(withoutSecrets(versions.at(-1)!.intent, posted)).toEqual({
      userId: 'u',
      oauthProviders: [{ providerName: 'a', oidcToken: WITHHELD }, { providerName: 'b' }],
    })
  })
})
