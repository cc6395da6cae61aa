/** A form with one button, and the outcome of the last attempt. */
import type { Action } from '@keywright/react'
import type { ReactNode } from 'react'

interface FormProps<Output> {
  readonly action: Pick<Action<never[], Output>, 'status'> & {
    readonly error?: { readonly message: string }
    readonly result?: Output
  }
  readonly button: string
  /** Names of the fields, which are their labels, and default values. */
  readonly fields?: Readonly<Record<string, string>>
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void
  /** What to show of a result. */
  readonly children?: (result: Output) => ReactNode
}

export function Form<Output>({ action, button, fields = {}, onSubmit, children }: FormProps<Output>) {
  const { status, error, result } = action
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <label key={name}>
          {name}
          <input name={name} type={name === 'Email' ? 'email' : 'text'} defaultValue={value} required />
        </label>
      ))}
      <button type="submit" aria-disabled={status === 'pending'}>
        {button}
      </button>
      <p role="status">
        {status === 'pending' && 'One moment.'}
        {status === 'cancelled' && 'Canceled.'}
        {status === 'needs-consensus' && 'Waiting for an approval.'}
        {status === 'done' && children?.(result as Output)}
      </p>
      <p role="alert">{status === 'failed' && error && plain(error.message)}</p>
    </form>
  )
}

/** Messages of viem also have the request and a version. */
const plain = (message: string) => /^Details: (.+)$/m.exec(message)?.[1] ?? message.split('\n')[0]
