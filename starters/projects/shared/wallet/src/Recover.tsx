/** Signs in with a code to the recovery email. Add a passkey afterward. */
import { useKeywright } from '@keywright/react'
import { EmailCode } from './EmailCode.tsx'

export function Recover() {
  const { keywright } = useKeywright()
  return (
    <EmailCode
      onCode={async (challenge, code) => {
        // Verified addresses only: users can enter any address for their own wallet.
        const { organizationIds } = await keywright.serverSign('listVerifiedSuborgs', {
          filterType: 'EMAIL',
          filterValue: challenge.contact,
          paginationOptions: { limit: '1' },
        })
        const [organizationId] = organizationIds
        if (!organizationId) throw new Error('No wallet has this recovery email.')
        await keywright.loginWithOtp(challenge, code, { organizationId })
      }}
    />
  )
}
