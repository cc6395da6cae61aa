import type { ReadWriteSession } from '@keywright/browser'
import { textsOf } from '../errorTexts.ts'
import { useEmailSignIn } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

export interface EmailLabels extends CommonLabels {
  readonly email: string
  readonly bundle: string
  /** Button of the first step. */
  readonly send: string
  /** Message while the email is being sent. */
  readonly sending: string
  /** Message after it was sent. */
  readonly sent: string
}

const LABELS: EmailLabels = {
  ...COMMON_LABELS,
  email: 'Email',
  bundle: 'Code from the email',
  send: 'Send an email',
  sending: 'Sending.',
  sent: 'Sent. Open the email in this browser.',
  submit: 'Sign in',
  pending: 'Opening.',
  done: 'Signed in.',
}

export interface EmailSignInProps extends FormProps {
  /** Name of your application, shown in the email. */
  readonly appName: string
  /**
   * Address of your page, with `%s` as the placeholder for the bundle: the email contains a link. Your server must list it in
   * `messageTemplates`. Pass the bundle to `useEmailSignIn().open`.
   */
  readonly magicLinkTemplate?: string
  /** Default: in English. */
  readonly labels?: Partial<EmailLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** Two forms: one sends an email, the other takes its bundle, even after the page was closed in between. */
export function EmailSignIn({ appName, magicLinkTemplate, labels, onDone, ...rest }: EmailSignInProps) {
  const { send, open } = useEmailSignIn()
  const text = textsOf(LABELS, labels)
  return (
    <div data-keywright="email">
      <ActionForm<'email'>
        {...rest}
        name="email-send"
        action={send}
        labels={{ ...text, submit: text.send, pending: text.sending, done: text.sent }}
        fields={[
          {
            name: 'email',
            label: text.email,
            type: 'email',
            autoComplete: 'email',
            member: 'email',
            codes: ['EMAIL_MALFORMED', 'ORGANIZATION_NOT_FOUND', 'ORGANIZATION_AMBIGUOUS'],
          },
        ]}
        onSubmit={({ email }) =>
          void send.run({ email, appName, ...(magicLinkTemplate && { magicLinkTemplate }) })
        }
      />
      <ActionForm<'bundle'>
        {...rest}
        name="email-open"
        action={open}
        labels={text}
        fields={[
          {
            name: 'bundle',
            label: text.bundle,
            autoComplete: 'off',
            codes: ['BUNDLE_MALFORMED', 'BUNDLE_FOR_ANOTHER_KEY', 'LOGIN_NOT_STARTED'],
          },
        ]}
        onSubmit={async ({ bundle }) => {
          const session = await open.run(bundle)
          if (session) onDone?.(session)
        }}
      />
    </div>
  )
}
