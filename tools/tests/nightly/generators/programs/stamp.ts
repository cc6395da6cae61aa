import { createPrivateKey, sign } from 'node:crypto'

const { KEYWRIGHT_API_PUBLIC_KEY: publicKey, KEYWRIGHT_API_PRIVATE_KEY: privateKey } = process.env
/** RFC 5915 around the 32 bytes of the key: version 1, and the curve P-256. */
const sec1 = Buffer.from(`30310201010420${privateKey}a00a06082a8648ce3d030107`, 'hex')
const key = createPrivateKey({ key: sec1, format: 'der', type: 'sec1' })

/** Value of the header `X-Stamp` for the exact text of a body. */
export function stamp(body: string): string {
  const signature = sign('sha256', Buffer.from(body), key).toString('hex')
  const members = { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature }
  return Buffer.from(JSON.stringify(members)).toString('base64url')
}

export const baseUrl = process.env['KEYWRIGHT_BASE_URL']!
export const organizationId = process.env['KEYWRIGHT_ORGANIZATION_ID']!
