/** The user's passkeys, one per device, and the recovery email for when all of them are lost. */
import { fromBase64url, type User } from '@keywright/client'
import { sealOtp } from '@keywright/client/bundles'
import { useAction, useKeywright } from '@keywright/react'
import { useCallback, useEffect, useState } from 'react'
import { EmailCode } from './EmailCode.tsx'
import { Form } from './Form.tsx'
import { useSettings } from './settings.ts'

export function Safety({ userId }: { readonly userId: string }) {
  const { keywright, session, passkeyClient, getActiveClient } = useKeywright()
  const [user, setUser] = useState<User>()
  const refresh = useCallback(async () => {
    const client = await keywright.currentUserSession()
    if (client) setUser((await client.getUser({ userId })).user)
  }, [keywright, userId])
  useEffect(() => void refresh().catch(() => {}), [refresh])

  const add = useAction(async (_signal, authenticatorName: string) => {
    const client = await getActiveClient()
    const { user } = await client.getUser({ userId })
    // A second passkey on the same device would replace the first one there.
    const excludeCredentials = user.authenticators.map(({ credentialId }) => ({
      type: 'public-key' as const,
      id: fromBase64url(credentialId)!,
    }))
    const authenticator = await passkeyClient().createUserPasskey({
      authenticatorName,
      user: { name: user.userName },
      publicKey: { excludeCredentials },
    })
    await client.createAuthenticators({ userId, authenticators: [authenticator] })
    // Until the passkey has signed once, a device that doesn't know this wallet can't sign in with it.
    const allowCredentials = [{ id: authenticator.attestation.credentialId }]
    if (session.status === 'signed-in') {
      const added = passkeyClient({ organizationId: session.organizationId, allowCredentials })
      // The passkey is added even if the user closes this prompt.
      await added.whoami().catch(() => {})
    }
    await refresh()
  })
  const remove = useAction(async (_signal, authenticatorId: string) => {
    await (await getActiveClient()).deleteAuthenticators({ userId, authenticatorIds: [authenticatorId] })
    await refresh()
  })

  return (
    <>
      <h2>Passkeys</h2>
      <ul>
        {user?.authenticators.map(({ authenticatorId, authenticatorName }) => (
          <li key={authenticatorId}>
            {authenticatorName}{' '}
            <button type="button" onClick={() => remove.run(authenticatorId)}>
              Remove {authenticatorName}
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{remove.status === 'failed' && remove.error.message}</p>
      <Form
        action={add}
        button="Add a passkey of this device"
        fields={{ 'Name of this device': 'This device' }}
        onSubmit={(values) => add.run(values['Name of this device'] ?? '')}
      />
      <h2>Recovery email</h2>
      {user?.userEmail ? <p>{user.userEmail}</p> : <RecoveryEmail userId={userId} onChange={refresh} />}
    </>
  )
}

interface RecoveryEmailProps {
  readonly userId: string
  readonly onChange: () => Promise<void>
}

function RecoveryEmail({ userId, onChange }: RecoveryEmailProps) {
  const { keywright } = useKeywright()
  const { signerPublicKey, defaultOrganizationId: organizationId } = useSettings()
  return (
    <EmailCode
      onCode={async ({ otpId, contact, otpEncryptionTargetBundle }, code) => {
        const session = await keywright.getReadWriteSession()
        const client = await keywright.currentUserSession()
        if (!session || !client) throw new Error('Sign in again first.')
        const sealedTo = { signerPublicKey, organizationId }
        const bundle = await sealOtp(code, session.publicKey, otpEncryptionTargetBundle, sealedTo)
        const proof = await keywright.serverSign('verifyOtp', { otpId, encryptedOtpBundle: bundle })
        const { verificationToken } = proof
        // The token names the key of the session, so the session must stamp the request.
        await client.updateUserEmail({ userId, userEmail: contact, verificationToken })
        await onChange()
      }}
    />
  )
}
