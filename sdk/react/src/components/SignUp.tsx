import type { ReadWriteSession, SignUpOptions } from '@keywright/browser'
import { textsOf } from '../errorTexts.ts'
import { useSignUp } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

export interface SignUpLabels extends CommonLabels {
  readonly userName: string
  readonly userEmail: string
}

const LABELS: SignUpLabels = {
  ...COMMON_LABELS,
  userName: 'Name',
  userEmail: 'Email',
  submit: 'Sign up with a passkey',
  pending: 'Waiting for your passkey.',
  done: 'Signed up.',
}

export interface SignUpProps
  extends FormProps,
    Pick<SignUpOptions, 'wallet' | 'createOrganization' | 'provePasskey'> {
  /** Also ask for an email address. Default: true. */
  readonly withEmail?: boolean
  /** Default: in English. */
  readonly labels?: Partial<SignUpLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** Asks for a name, creates a passkey and signs in. The second of its two prompts proves the passkey. */
export function SignUp({
  withEmail = true,
  labels,
  onDone,
  wallet,
  createOrganization,
  provePasskey,
  ...rest
}: SignUpProps) {
  const action = useSignUp()
  const text = textsOf(LABELS, labels)
  const name = { name: 'userName', label: text.userName, autoComplete: 'name', member: 'userName' } as const
  const email = {
    name: 'userEmail',
    label: text.userEmail,
    type: 'email',
    autoComplete: 'email',
    member: 'userEmail',
    codes: ['EMAIL_MALFORMED'],
  } as const
  return (
    <ActionForm<'userName' | 'userEmail'>
      {...rest}
      name="sign-up"
      action={action}
      labels={text}
      fields={withEmail ? [name, email] : [name]}
      onSubmit={async ({ userName, userEmail }) => {
        const session = await action.run({
          userName,
          ...(userEmail && { userEmail }),
          ...(wallet && { wallet }),
          ...(createOrganization && { createOrganization }),
          ...(provePasskey !== undefined && { provePasskey }),
        })
        if (session) onDone?.(session)
      }}
    />
  )
}
