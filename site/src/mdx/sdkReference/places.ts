/** Where the reference defines each name of the SDK packages. */
import { errors } from '@keywright/contract'
import { ERROR_CATALOG } from '../facts/Errors.tsx'
import { type SdkCallable, type SdkSymbol, type SdkValue, sdkSymbols } from './symbols.ts'

/** The page of each entry point. It contains `<SdkReference of="…" />`. */
export const sdkPages: Readonly<Record<string, string>> = {
  '@keywright/browser': '/sdks/javascript-browser',
  '@keywright/client': '/sdks/advanced/keywright-client',
  '@keywright/client/api-key': '/sdks/advanced/api-key-stamper',
  '@keywright/client/bundles': '/sdks/advanced/keywright-client',
  '@keywright/client/contract-interfaces': '/concepts/policies/contract-calls',
  '@keywright/client/dev': '/getting-started/testing',
  '@keywright/client/explain': '/sdks/advanced/keywright-client',
  '@keywright/client/frame': '/sdks/advanced/iframe-stamper',
  '@keywright/client/iframe': '/sdks/advanced/iframe-stamper',
  '@keywright/client/server': '/sdks/javascript-server',
  '@keywright/client/signing': '/sdks/advanced/keywright-client',
  '@keywright/client/wallet': '/sdks/advanced/wallet-stamper',
  '@keywright/client/webauthn': '/sdks/advanced/webauthn-stamper',
  '@keywright/client/webhooks': '/sdks/javascript-server',
  '@keywright/react': '/sdks/react',
  '@keywright/react-native': '/sdks/react-native',
  '@keywright/web3/cosmjs': '/sdks/web3/cosmjs',
  '@keywright/web3/eip1193': '/sdks/web3/eip-1193',
  '@keywright/web3/ethers': '/sdks/web3/ethers',
  '@keywright/web3/solana': '/sdks/web3/solana',
  '@keywright/web3/solana-kit': '/sdks/web3/solana',
  '@keywright/web3/viem': '/sdks/web3/viem',
  '@keywright/web3/wagmi': '/sdks/web3/eip-1193',
  'keywright/testing': '/getting-started/testing',
}

export const symbolsOf = (entry: string): readonly SdkSymbol[] =>
  sdkSymbols().filter((symbol) => symbol.entry === entry)

/** Whether a type lists the codes of an error. */
export const isCodeList = ({ name, values }: SdkSymbol): boolean =>
  name.endsWith('ErrorCode') && values !== undefined

export const isError = ({ extends: bases = [] }: SdkSymbol): boolean =>
  bases.some((base) => /Error\b/.test(base))

/** A function is its own anchor; a method has the one of its class in front. */
export const anchorOf = (symbol: SdkSymbol, call?: SdkCallable): string =>
  call === undefined || symbol.kind === 'function' ? symbol.name : `${symbol.name}.${call.name}`

/** The members of options that only one function takes, to show them there. */
export function optionsOf(symbol: SdkSymbol, { type }: SdkValue): SdkSymbol | undefined {
  if (!/(?:Options|Config|Props|Settings|Input)$/.test(type)) return undefined
  const options = symbolsOf(symbol.entry).find(({ name }) => name === type)
  if (options?.kind !== 'type' || !options.values || options.calls) return undefined
  return takersOf(options).length === 1 ? options : undefined
}

const takersOf = ({ entry, name }: SdkSymbol) =>
  symbolsOf(entry)
    .filter(hasOwnAnchors)
    .flatMap((symbol) =>
      (symbol.calls ?? [])
        .filter(({ params }) => params.some(({ type }) => type === name))
        .map((call) => anchorOf(symbol, call)),
    )

/** Whether the reference shows a type only where it is taken. */
export const isShownAtTaker = (symbol: SdkSymbol): boolean =>
  symbolsOf(symbol.entry)
    .filter(hasOwnAnchors)
    .some((taker) =>
      taker.calls?.some(({ params }) => params.some((param) => optionsOf(taker, param) === symbol)),
    )

/**
 * The address that defines a name: a symbol, a method of the same class, or a code of an error. Names of the same entry
 * point win.
 */
export function addressOf(name: string, from: SdkSymbol): string | undefined {
  if (name in errors) return `${ERROR_CATALOG}#${name}`
  const method = from.calls?.find((call) => call.name === name && call.name !== 'constructor')
  if (method && hasOwnAnchors(from)) return `#${anchorOf(from, method)}`
  const nearest = [from.entry, ...Object.keys(sdkPages)]
  for (const entry of nearest) {
    const symbol = symbolsOf(entry).find(
      (one) => one.name === name || (isCodeList(one) && one.values!.some((value) => value.name === name)),
    )
    if (symbol === undefined) continue
    const anchor = symbol.name === name && isShownAtTaker(symbol) ? takersOf(symbol)[0]! : name
    const page = sdkPages[entry]
    return `${page === sdkPages[from.entry] ? '' : page}#${anchor}`
  }
  return undefined
}

/** Whether each method has an anchor. Otherwise the methods are rows of one table. */
const hasOwnAnchors = (symbol: SdkSymbol): boolean =>
  symbol.kind === 'function' || (symbol.kind === 'class' && !isError(symbol))
