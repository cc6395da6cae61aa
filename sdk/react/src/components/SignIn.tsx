import type { ReadWriteSession } from '@keywright/browser'
import { textsOf } from '../errorTexts.ts'
import { usePasskeySignIn } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

const NO_ACCOUNT = 'No account was found for this passkey.'

const LABELS: CommonLabels = {
  ...COMMON_LABELS,
  // Elsewhere, the key is the one of a session. The server can't verify the assertion of a passkey that it doesn't know.
  errors: { API_KEY_NOT_FOUND: NO_ACCOUNT, PASSKEY_ASSERTION_INVALID: NO_ACCOUNT },
  submit: 'Sign in with a passkey',
  pending: 'Waiting for your passkey.',
  done: 'Signed in.',
}

export interface SignInProps extends FormProps {
  /** The user's organization, if the page knows it. Saves a prompt. */
  readonly organizationId?: string
  /** Default: in English. */
  readonly labels?: Partial<CommonLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** A button that signs the user in with a passkey of their choice. */
export function SignIn({ organizationId, labels, onDone, ...rest }: SignInProps) {
  const action = usePasskeySignIn()
  return (
    <ActionForm
      {...rest}
      name="sign-in"
      action={action}
      labels={textsOf(LABELS, labels)}
      onSubmit={async () => {
        const session = await action.run(organizationId === undefined ? {} : { organizationId })
        if (session) onDone?.(session)
      }}
    />
  )
}
