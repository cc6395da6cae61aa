/** `keywright wallets create` */
import { type AddressFormatInfo, addressFormats, calls } from '@keywright/contract'
import { nearest } from '../arguments/nearest.ts'
import type { Context, Outcome } from '../command.ts'
import { activityOutcome, resultOf } from '../connect/activity.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const typed = input.flags('account')
  const accounts = withFreePaths((typed.length > 0 ? typed : ['ethereum']).map(parseAccount))
  const words = input.flag('words')
  const connection = await resolveConnection(context)
  const { create_wallet } = calls
  const activity = await createClient(host, connection).submit(create_wallet, create_wallet.postedType, {
    walletName: input.required('NAME'),
    accounts,
    ...(words === undefined ? {} : { mnemonicLength: Number(words) }),
  })
  const outcome = activityOutcome(activity, style)
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') return outcome
  const { walletId, addresses } = resultOf(activity) as { walletId: string; addresses: string[] }
  const rows = addresses.map((address, i) => [
    shortName(accounts[i]!.addressFormat),
    accounts[i]!.path,
    address,
  ])
  return {
    text: `wallet ${walletId}\n${toColumns(rows, '  ')}`,
    json: { activityId: activity.id, walletId, addresses },
  }
}

/** Parses `ethereum` or `ethereum:m/44'/60'/0'/0/1`. @throws Failure (usage) */
function parseAccount(text: string) {
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const info = findFormat(name)
  return {
    curve: info.curves[0]!,
    pathFormat: 'PATH_FORMAT_BIP32' as const,
    path: colon < 0 ? info.defaultPath : text.slice(colon + 1),
    addressFormat: info.format,
    isUsual: colon < 0,
  }
}

/** Increments a default path that an earlier account uses, because a wallet holds each path once. */
function withFreePaths(accounts: readonly ReturnType<typeof parseAccount>[]) {
  const taken = new Set(accounts.filter(({ isUsual }) => !isUsual).map(placeOf))
  return accounts.map(({ isUsual, ...account }) => {
    let { path } = account
    while (isUsual && taken.has(placeOf({ ...account, path }))) path = nextPath(path)
    taken.add(placeOf({ ...account, path }))
    return { ...account, path }
  })
}

const placeOf = ({ curve, path }: { curve: string; path: string }) => `${curve} ${path}`

const nextPath = (path: string) =>
  path.replace(/(\d+)('?)$/, (_, index: string, mark: string) => `${Number(index) + 1}${mark}`)

function findFormat(name: string): AddressFormatInfo {
  const wanted = name.toLowerCase().replaceAll('-', '_')
  const found = addressFormats.find(
    ({ format }) => shortName(format) === wanted || format.toLowerCase() === wanted,
  )
  if (found) return found
  const names = addressFormats.map(({ format }) => shortName(format))
  const near = nearest(wanted, names)
  throw usageFailure(
    `unknown address format \`${name}\``,
    near === undefined ? `use one of: ${names.join(', ')}` : `did you mean ${near}?`,
  )
}

const shortName = (format: string) => format.replace('ADDRESS_FORMAT_', '').toLowerCase()
