import { useSign, useSignOut, useWallets } from '@keywright/react'
import { type FormEvent, useId } from 'react'

export function Wallet() {
  const state = useWallets()
  const signOut = useSignOut()
  return (
    <>
      <h1>Your wallet</h1>
      {state.status === 'loading' && <p>Loading</p>}
      {state.status === 'failed' && <p role="alert">{state.error.message}</p>}
      {state.status === 'ready' &&
        state.wallets.flatMap(({ accounts }) =>
          accounts.map(({ address }) => <Account key={address} address={address} />),
        )}
      <button type="button" onClick={() => signOut.run()}>
        Sign out
      </button>
    </>
  )
}

function Account({ address }: { address: string }) {
  const sign = useSign()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const payload = String(new FormData(event.currentTarget).get('payload'))
    void sign.run({ signWith: address, payload })
  }
  return (
    <form onSubmit={submit}>
      <p>
        Address <code>{address}</code>
      </p>
      <label htmlFor={id}>Message</label>
      <input id={id} name="payload" defaultValue="Hello" required />
      <button type="submit">Sign</button>
      <p role="status">
        {sign.status === 'pending' && 'Signing.'}
        {sign.status === 'cancelled' && 'Cancelled. Nothing was signed.'}
        {sign.status === 'done' && (
          <>
            Signed: <code>{sign.result.r}</code>
          </>
        )}
      </p>
      <p role="alert">{sign.status === 'failed' && sign.error.message}</p>
    </form>
  )
}
