import { textsOf } from '../errorTexts.ts'
import { clientFor } from '../hooks.ts'
import { useStore } from '../KeywrightProvider.tsx'
import { useAction } from '../useAction.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'
import { type FrameOptions, useFrame, useOwner } from './useFrame.ts'

export interface ExportLabels extends CommonLabels {
  readonly hide: string
}

const LABELS: ExportLabels = {
  ...COMMON_LABELS,
  submit: 'Show recovery phrase',
  pending: 'Loading the recovery phrase.',
  done: 'Keep this phrase private. Anyone who sees it can take your funds.',
  hide: 'Hide recovery phrase',
}

export interface ExportWalletProps extends FormProps, FrameOptions {
  readonly walletId: string
  /** Confirm with the passkey. Default: true; without a passkey, the session signs. */
  readonly withPasskey?: boolean
  /** Default: in English. */
  readonly labels?: Partial<ExportLabels>
}

/** Displays a wallet's recovery phrase in a frame that this page's scripts can't read, until the user signs out. */
export function ExportWallet(props: ExportWalletProps) {
  return <Export key={useOwner()} {...props} />
}

function Export({ walletId, withPasskey = true, labels, isOpaque, ...rest }: ExportWalletProps) {
  const store = useStore()
  // A frame that a hidden `<Activity>` has removed no longer shows anything.
  const frame = useFrame({ ...(isOpaque !== undefined && { isOpaque }) }, () => action.reset())
  const action = useAction(async (signal) => {
    const client = await clientFor(store, withPasskey)
    await frame.open(signal, async (shown) => {
      const targetPublicKey = shown.targetPublicKey()!
      const { exportBundle, activity } = await client.exportWallet({ walletId, targetPublicKey }, { signal })
      await shown.injectWalletExportBundle(exportBundle, activity.organizationId)
    })
  })
  const text = textsOf(LABELS, labels)
  const isShown = action.status === 'done'
  return (
    <ActionForm
      {...rest}
      name="export-wallet"
      action={action}
      labels={isShown ? { ...text, submit: text.hide } : text}
      middle={<div ref={frame.container} data-keywright="frame" />}
      onSubmit={() => {
        if (!isShown) return void action.run()
        frame.close()
        action.reset()
      }}
    />
  )
}
