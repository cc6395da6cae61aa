import { SignIn, SignUp, useSession, useSignOut } from '@keywright/react'
import { Recover } from './Recover.tsx'
import { Safety } from './Safety.tsx'
import { Wallets } from './Wallets.tsx'

export function App() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <p>Loading</p>
    case 'unavailable':
      return <p role="alert">{session.error.message}</p>
    case 'signed-in':
      return <SignedIn userId={session.userId} />
    case 'signed-out':
      return (
        <>
          <h1>Wallet</h1>
          {session.reason === 'expired' && <p role="status">Your session has ended. Sign in again.</p>}
          <h2>Sign in</h2>
          <SignIn />
          <h2>Sign up</h2>
          <SignUp withEmail={false} />
          <h2>On a new device, or without your passkey</h2>
          <Recover />
        </>
      )
  }
}

function SignedIn({ userId }: { readonly userId: string }) {
  const signOut = useSignOut()
  return (
    <>
      <h1>Your wallet</h1>
      <Wallets />
      <Safety userId={userId} />
      <button type="button" onClick={() => signOut.run()}>
        Sign out
      </button>
    </>
  )
}
