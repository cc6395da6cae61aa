import { createStamp, sealOtp, toUtf8 } from '@keywright/keys'
import { expect } from 'vitest'
import { story } from '../story.ts'

export const sealedCodeAndVerifiedContact = story(
  'a new user verifies an email address with an encrypted code and signs up',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    await company.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' })
    const userEmail = 'alice@example.com'
    const key = world.apiKey()
    const { otpId, otpEncryptionTargetBundle } = await company.does('INIT_OTP_V3', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: userEmail,
      appName: 'Acme',
    })
    const { template } = await world.mailTo(userEmail, company)
    const { signerPublicKey, random } = world.host
    const { organizationId } = company
    const seal = (code: string) =>
      sealOtp(code, key.publicKey, otpEncryptionTargetBundle, { signerPublicKey, organizationId }, random)
    const verify = (encryptedOtpBundle: string) =>
      company.does('VERIFY_OTP_V2', { otpId, encryptedOtpBundle })
    const code = template['code'] as string
    // The company forwards the encrypted code without seeing it. Without decryption, it doesn't work.
    await world.refusesAndRemembers('OTP_INVALID', () => verify(JSON.stringify({ code })))
    const { verificationToken } = await verify(await seal(code))

    const { id: tokenId } = JSON.parse(
      Buffer.from(verificationToken.split('.')[1]!, 'base64url').toString(),
    ) as { id: string }
    const message = JSON.stringify({ signup: { email: userEmail }, tokenId })
    const { signature } = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(message), key.privateKey)
    const { publicKey } = key
    const scheme = 'CLIENT_SIGNATURE_SCHEME_API_P256'
    const clientSignature = { publicKey, scheme, message, signature }
    const open = (email: string, proof: object = { clientSignature }) =>
      company.opensSubOrganization({
        rootUser: 'alice',
        as: { userEmail: email },
        with: { verificationToken, ...proof },
      })
    await world.refuses('VERIFICATION_TOKEN_INVALID', () => open(userEmail, {}))
    await world.refuses('VERIFICATION_TOKEN_INVALID', () => open('mallory@example.com'))
    const alice = await open(userEmail)
    const found = await company.reads('list_verified_suborgs', {
      filterType: 'EMAIL',
      filterValue: userEmail,
    })
    expect(found.organizationIds, 'the address is verified').toEqual([alice.organizationId])
    await world.refuses('VERIFICATION_TOKEN_INVALID', () => open(userEmail))
  },
)
