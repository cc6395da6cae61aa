import type { ReadWriteSession } from '@keywright/browser'
import { useEmailSignIn } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

export interface EmailLabels extends CommonLabels {
  readonly email: string
  readonly bundle: string
  /** The button of the first step. */
  readonly send: string
  /** Said while the mail is being sent. */
  readonly sending: string
  /** Said when it was. */
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
  /** Name of your application, as the mail shows it. */
  readonly appName: string
  /** Address of your page with one `%s`: the email holds a link. The page gives the bundle to `useEmailSignIn().open`. */
  readonly magicLinkTemplate?: string
  readonly labels?: Partial<EmailLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** Two forms: one sends a mail, the other takes what is in it. The mail may come after the page was closed. */
export function EmailSignIn({ appName, magicLinkTemplate, labels, onDone, ...rest }: EmailSignInProps) {
  const { send, open } = useEmailSignIn()
  const text = { ...LABELS, ...labels }
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
            codes: ['EMAIL_MALFORMED', 'ORGANIZATION_NOT_FOUND'],
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
