import { SignIn, SignUp, useSession } from '@keywright/react'
import { lazy, Suspense } from 'react'
import { Recover } from './Recover.tsx'

/** Reads chains and transactions, which takes more code than signing in. */
const SignedIn = lazy(() => import('./SignedIn.tsx'))

export function App() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <Opening />
    case 'unavailable':
      return <p role="alert">{session.error.message}</p>
    case 'signed-in':
      return (
        <Suspense fallback={<Opening />}>
          <SignedIn userId={session.userId} />
        </Suspense>
      )
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

/** All that a server can render, because the session is in the browser. */
export function Opening() {
  return (
    <>
      <h1>Wallet</h1>
      <p>Your wallet opens with a passkey of this device. No server can sign for you.</p>
      <p role="status">Opening your wallet</p>
    </>
  )
}
