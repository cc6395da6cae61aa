/** Two steps: an email address, and the code that was sent to it. */
import type { OtpChallenge } from '@keywright/browser'
import { useAction, useKeywright } from '@keywright/react'
import { Form } from './Form.tsx'
import { useSettings } from './settings.ts'

interface EmailCodeProps {
  /** Uses the code. A rejection is shown. */
  readonly onCode: (challenge: OtpChallenge, code: string) => Promise<unknown>
}

export function EmailCode({ onCode }: EmailCodeProps) {
  const { keywright } = useKeywright()
  const { rpName: appName } = useSettings()
  const send = useAction((_signal, contact: string) => keywright.sendOtp({ contact, appName }))
  const enter = useAction((_signal, challenge: OtpChallenge, code: string) => onCode(challenge, code))
  const startOver = () => {
    send.reset()
    enter.reset()
  }
  if (send.status !== 'done') {
    return (
      <Form
        action={send}
        button="Send a code"
        fields={{ Email: '' }}
        onSubmit={({ Email = '' }) => send.run(Email)}
      />
    )
  }
  return (
    <>
      <p>We sent a code to {send.result.contact}.</p>
      <Form
        key="code"
        action={enter}
        button="Continue"
        fields={{ Code: '' }}
        onSubmit={({ Code = '' }) => enter.run(send.result, Code.trim())}
      >
        {() => 'Done.'}
      </Form>
      <button type="button" onClick={startOver}>
        Use another email
      </button>
    </>
  )
}
