import { apiKeyStamper, createClient } from '@keywright/engine/testing'
import { describe, expect, it } from 'vitest'
import { openTab } from '../testing/tabs.ts'
import { openSandbox } from './openSandbox.ts'
import { parseFragment, playScenario, type Scenario, toFragment } from './scenario.ts'

const wallet = (walletName: string) => ({
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  parameters: {
    walletName,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  },
})
const SCENARIO: Scenario = { seed: 7, steps: [wallet('Größe 🦊'), { advance: 60_000 }, wallet('second')] }

describe('a scenario in a link', () => {
  it('survives a round trip', () => {
    const fragment = toFragment(SCENARIO)
    expect(fragment).toMatch(/^#sandbox=[\w-]+$/)
    expect(parseFragment(fragment)).toEqual(SCENARIO)
    expect(parseFragment('#top')).toBeUndefined()
    expect(parseFragment('')).toBeUndefined()
  })

  it('derives the same addresses for every reader', async () => {
    const play = async () => {
      const sandbox = await openSandbox({
        createWorker: openTab(undefined).createWorker,
        seed: SCENARIO.seed,
        storage: 'memory',
      })
      const answers: unknown[] = []
      await playScenario(
        sandbox,
        parseFragment(toFragment(SCENARIO))!,
        async (organization, type, parameters) => {
          const client = createClient({
            handle: (request) => sandbox.fetch(request),
            clock: () => Date.UTC(2025, 0, 1),
            organizationId: organization.organizationId,
            baseUrl: sandbox.url,
            stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...organization.apiKey }),
          })
          answers.push((await client.submit(type as never, parameters as never)).result)
        },
      )
      sandbox.close()
      return answers
    }
    const first = await play()
    expect(JSON.stringify(first)).toMatch(/0x[0-9a-fA-F]{40}/)
    expect(await play()).toEqual(first)
  })

  it.each([
    ['credentialBundle', { credentialBundle: 'x' }],
    ['privateKey', { users: [{ apiKeys: [{ privateKey: '00' }] }] }],
    ['oidcToken', { oauthProviders: [{ oidcToken: 'ey' }] }],
    ['otpCode', { otpCode: '123456' }],
  ])('rejects `%s`, when writing and when reading', (name, parameters) => {
    const scenario = { seed: 1, steps: [{ type: 'ACTIVITY_TYPE_X', parameters }] }
    expect(() => toFragment(scenario)).toThrow(name)
    const smuggled = `#sandbox=${btoa(JSON.stringify([1, 1, scenario.steps])).replaceAll('=', '')}`
    expect(() => parseFragment(smuggled.replaceAll('+', '-').replaceAll('/', '_'))).toThrow()
  })

  it.each([
    ['damaged', '#sandbox=%%%'],
    ['cut off', toFragment(SCENARIO).slice(0, 40)],
    ['too long', `#sandbox=${'a'.repeat(9_000)}`],
    ['from another version', `#sandbox=${btoa('[2,1,[]]')}`],
    ['without a seed', `#sandbox=${btoa('[1,null,[]]')}`],
    ['with a step of another kind', `#sandbox=${btoa('[1,1,[{"run":"rm"}]]').replaceAll('=', '')}`],
    ['with a clock that goes back', `#sandbox=${btoa('[1,1,[{"advance":-1}]]').replaceAll('=', '')}`],
    [
      'with too many steps',
      `#sandbox=${btoa(`[1,1,[${Array(51).fill('{"advance":1}')}]]`).replaceAll('=', '')}`,
    ],
  ])('is rejected when it is %s', (_, fragment) => {
    expect(() => parseFragment(fragment)).toThrow(/scenario/i)
  })
})
