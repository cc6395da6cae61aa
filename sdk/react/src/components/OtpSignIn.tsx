import type { ReadWriteSession } from '@keywright/browser'
import { useEffect, useRef, useState } from 'react'
import { textsOf } from '../errorTexts.ts'
import { useOtpSignIn } from '../hooks.ts'
import { ActionForm, COMMON_LABELS, type CommonLabels, type FormProps } from './ActionForm.tsx'

export interface OtpLabels extends CommonLabels {
  readonly contact: string
  readonly code: string
  /** Button of the first step. */
  readonly send: string
  /** Message while the code is being sent. */
  readonly sending: string
  /** Button that returns to the first step. */
  readonly restart: string
}

const LABELS: OtpLabels = {
  ...COMMON_LABELS,
  contact: 'Email',
  code: 'Code',
  send: 'Send a code',
  sending: 'Sending.',
  submit: 'Sign in',
  pending: 'Checking the code.',
  done: 'Signed in.',
  restart: 'Send another code',
}

const CODE = {
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  codes: ['OTP_INVALID'],
} as const
const CONTACT = {
  name: 'contact',
  member: 'contact',
  codes: ['EMAIL_MALFORMED', 'PHONE_NUMBER_MALFORMED'],
} as const

export interface OtpSignInProps extends FormProps {
  /** Name of your application, shown in the message. */
  readonly appName: string
  /** Default: `OTP_TYPE_EMAIL`. For other types, also set the labels. */
  readonly otpType?: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS'
  /** Default: in English. */
  readonly labels?: Partial<OtpLabels>
  readonly onDone?: (session: ReadWriteSession) => void
}

/** Two steps: enter the address, then the code, also after the page was closed in between. */
export function OtpSignIn({ appName, otpType = 'OTP_TYPE_EMAIL', labels, onDone, ...rest }: OtpSignInProps) {
  const { send, verify, challenge } = useOtpSignIn()
  const text = textsOf(LABELS, labels)
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef<string>(undefined)
  const [isRestarted, setRestarted] = useState(false)
  const isSent = challenge?.otpType === otpType && !isRestarted
  const contactType = otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'tel'

  // Move the focus to the new step if the previous step had it.
  const hasFocus = useRef(false)
  const wasSent = useRef(isSent)
  useEffect(() => {
    if (wasSent.current !== isSent && hasFocus.current) box.current?.querySelector('input')?.focus()
    wasSent.current = isSent
    hasFocus.current = false
  }, [isSent])

  return (
    <div ref={box} data-keywright="otp">
      {isSent ? (
        <ActionForm<'code'>
          {...rest}
          key="verify"
          name="otp-verify"
          action={verify}
          labels={text}
          fields={[{ ...CODE, label: text.code }]}
          onSubmit={async ({ code }) => {
            const session = await verify.run(code)
            if (session) onDone?.(session)
          }}
        >
          <button
            type="button"
            onClick={() => {
              hasFocus.current = true
              verify.reset()
              send.reset()
              setRestarted(true)
            }}
          >
            {text.restart}
          </button>
        </ActionForm>
      ) : (
        <ActionForm<'contact'>
          {...rest}
          key="send"
          name="otp-send"
          action={send}
          labels={{ ...text, submit: text.send, pending: text.sending, done: '' }}
          fields={[
            {
              ...CONTACT,
              label: text.contact,
              type: contactType,
              autoComplete: contactType,
              defaultValue: typed.current,
            },
          ]}
          onSubmit={async ({ contact }) => {
            typed.current = contact
            hasFocus.current = true
            if (await send.run({ contact, appName, otpType })) setRestarted(false)
          }}
        />
      )}
    </div>
  )
}
