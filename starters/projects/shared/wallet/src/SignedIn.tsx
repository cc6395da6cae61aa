/** What a user sees after signing in. */
import { useSignOut } from '@keywright/react'
import { Safety } from './Safety.tsx'
import { Wallets } from './Wallets.tsx'

export default function SignedIn({ userId }: { readonly userId: string }) {
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
