import type { WalletAccountParams } from '@keywright/client'
import { textsOf } from '../errorTexts.ts'
import { clientFor, ETHEREUM_ACCOUNT } from '../hooks.ts'
import { useStore } from '../KeywrightProvider.tsx'
import { useAction } from '../useAction.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'
import { type FrameOptions, useFrame, useOwner } from './useFrame.ts'

export interface ImportLabels extends CommonLabels {
  readonly walletName: string
  /** Button of the first step. */
  readonly begin: string
  /** Message while the frame loads. */
  readonly beginning: string
  /** Message once the user may type. */
  readonly begun: string
}

const LABELS: ImportLabels = {
  ...COMMON_LABELS,
  walletName: 'Wallet name',
  begin: 'Import a wallet',
  beginning: 'Loading the field.',
  begun: 'Enter the recovery phrase.',
  submit: 'Import',
  pending: 'Importing.',
  done: 'Imported.',
}

export interface ImportWalletProps extends FormProps, FrameOptions {
  /** Accounts to derive. Default: the first Ethereum account. */
  readonly accounts?: readonly WalletAccountParams[]
  /** Confirm with the passkey. Default: false. */
  readonly withPasskey?: boolean
  /** Default: in English. */
  readonly labels?: Partial<ImportLabels>
  readonly onDone?: (wallet: { readonly walletId: string; readonly addresses: readonly string[] }) => void
}

/** Imports a recovery phrase that the user types into a frame, which this page's scripts can't read. */
export function ImportWallet(props: ImportWalletProps) {
  return <Import key={useOwner()} {...props} />
}

/** Two steps: `begin` opens the frame, `finish` imports the phrase that the user typed into it. */
function useImport(
  isOpaque: boolean | undefined,
  accounts: readonly WalletAccountParams[],
  withPasskey: boolean,
) {
  const store = useStore()
  // Without its frame, the second step has nothing to import.
  const frame = useFrame({ ...(isOpaque !== undefined && { isOpaque }) }, () => begin.reset())
  const begin = useAction(async (signal) => {
    const client = await clientFor(store, withPasskey)
    const { userId } = (await store.keywright.currentSession())!
    return frame.open(signal, async (field) => {
      const { importBundle, activity } = await client.initImportWallet({ userId }, { signal })
      await field.injectImportBundle(importBundle, activity.organizationId, userId)
      return { field, userId }
    })
  })
  const begun = begin.status === 'done' ? begin.result : undefined
  const finish = useAction(async (signal, walletName: string) => {
    const { field, userId } = begun!
    const encryptedBundle = await field.extractWalletEncryptedBundle()
    // The session of the first step may have expired while the user typed.
    const client = await clientFor(store, withPasskey)
    const made = await client.importWallet(
      { userId, walletName, encryptedBundle, accounts: [...accounts] },
      { signal },
    )
    return { walletId: made.walletId, addresses: made.addresses }
  })
  return { frame, begin, finish, isBegun: begun !== undefined && finish.status !== 'done' }
}

function Import(props: ImportWalletProps) {
  const { accounts = [ETHEREUM_ACCOUNT], withPasskey = false, labels, onDone, isOpaque, ...rest } = props
  const { frame, begin, finish, isBegun } = useImport(isOpaque, accounts, withPasskey)
  const text = textsOf(LABELS, labels)
  const container = <div ref={frame.container} data-keywright="frame" />
  return isBegun ? (
    <ActionForm<'walletName'>
      {...rest}
      name="import-wallet"
      action={finish}
      labels={{ ...text, idle: text.begun }}
      fields={[{ name: 'walletName', label: text.walletName, member: 'walletName', codes: ['NAME_LENGTH'] }]}
      middle={container}
      onSubmit={async ({ walletName }) => {
        const wallet = await finish.run(walletName)
        if (!wallet) return
        frame.close()
        onDone?.(wallet)
      }}
    />
  ) : (
    <ActionForm
      {...rest}
      name="import-wallet"
      action={finish.status === 'done' ? finish : begin}
      labels={
        finish.status === 'done'
          ? { ...text, submit: text.begin }
          : { ...text, submit: text.begin, pending: text.beginning, done: '' }
      }
      middle={container}
      onSubmit={() => {
        finish.reset()
        void begin.run()
      }}
    />
  )
}
