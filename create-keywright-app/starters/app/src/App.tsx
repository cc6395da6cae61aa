import { SignIn, SignUp, useSession } from '@keywright/react'
import { Wallet } from './Wallet.tsx'

export function App() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <p>Loading</p>
    case 'unavailable':
      return <p role="alert">{session.error.message}</p>
    case 'signed-in':
      return <Wallet />
    case 'signed-out':
      return (
        <>
          <h1>Wallet</h1>
          {session.reason === 'expired' && <p>Your session has ended.</p>}
          <h2>New here</h2>
          <SignUp withEmail={false} />
          <h2>Back again</h2>
          <SignIn />
        </>
      )
  }
}
