/** Fills `{name}` in texts with limits, defaults and facts, so that each number is written once. */
import { defaults } from './defaults.ts'
import { facts, formatDuration, formatNumber } from './facts.ts'
import { lifetimeBounds, limits, objectBytesOf } from './limits.ts'

const keyNames = Object.entries(defaults.apiKeyNames).map(([name, text]) => [`${name}Name`, text])
const numbers = Object.entries(limits).map(([name, value]) => [
  name,
  typeof value === 'number' ? formatNumber(value) : value.join(', '),
])
const texts = Object.entries(facts).map(([name, { text }]) => [name, text])

/** A fact has a unit, so it takes precedence over the limit of the same name. */
const values: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...keyNames, ...numbers, ...texts]),
  mnemonicLanguage: defaults.mnemonicLanguage,
  verificationToken: formatDuration(defaults.verificationToken),
  shortestMailedKey: formatDuration(lifetimeBounds.mailedKeyLifetime.min),
  shortestToken: formatDuration(lifetimeBounds.tokenLifetime.min),
  longestToken: formatDuration(lifetimeBounds.tokenLifetime.max),
  objectBytes: formatNumber(objectBytesOf('users')),
  privateKeyBytes: formatNumber(objectBytesOf('privateKeys')),
  interfaceBytes: formatNumber(limits.interfaceBytes),
  interfacesBytes: formatNumber(limits.interfacesBytes),
  webhookEndpointBytes: formatNumber(objectBytesOf('webhookEndpoints')),
}

/** `{{name}}` stays. @throws Error for a name without a value */
export const fillFacts = (text: string): string =>
  text.replace(/(?<!\{)\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no fact is called ${name}`)
    return value
  })
