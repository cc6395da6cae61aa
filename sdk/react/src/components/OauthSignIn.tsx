import type { ReadWriteSession } from '@keywright/browser'
import { textsOf } from '../errorTexts.ts'
import { type GetToken, useOauthSignIn } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

const labelsFor = (providerName: string): CommonLabels => ({
  ...COMMON_LABELS,
  submit: `Sign in with ${providerName}`,
  pending: `Waiting for ${providerName}.`,
  done: 'Signed in.',
})

export interface OauthSignInProps extends FormProps {
  /** Display name of the provider. */
  readonly providerName: string
  /** Requests an ID token with this nonce from the provider. Called in the click handler, so it may open a window. */
  readonly getToken: GetToken
  /** Default: in English. */
  readonly labels?: Partial<CommonLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** A button for one identity provider. */
export function OauthSignIn({ providerName, getToken, labels, onDone, ...rest }: OauthSignInProps) {
  const { signIn } = useOauthSignIn()
  return (
    <ActionForm
      {...rest}
      name="oauth"
      action={signIn}
      labels={textsOf(labelsFor(providerName), labels)}
      onSubmit={async () => {
        const session = await signIn.run(getToken)
        if (session) onDone?.(session)
      }}
    />
  )
}
