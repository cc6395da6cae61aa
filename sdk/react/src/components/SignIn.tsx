import type { ReadWriteSession } from '@keywright/browser'
import { usePasskeySignIn } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

const LABELS: CommonLabels = {
  ...COMMON_LABELS,
  submit: 'Sign in with a passkey',
  pending: 'Waiting for your passkey.',
  done: 'Signed in.',
}

export interface SignInProps extends FormProps {
  /** The person's organization, when the page knows it: saves a prompt. */
  readonly organizationId?: string
  readonly labels?: Partial<CommonLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** One button: the person picks a passkey and is signed in. */
export function SignIn({ organizationId, labels, onDone, ...rest }: SignInProps) {
  const action = usePasskeySignIn()
  return (
    <ActionForm
      {...rest}
      name="sign-in"
      action={action}
      labels={{ ...LABELS, ...labels }}
      onSubmit={async () => {
        const session = await action.run(organizationId === undefined ? {} : { organizationId })
        if (session) onDone?.(session)
      }}
    />
  )
}
