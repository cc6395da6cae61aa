// Stamps a body with a P-256 API key: KEYWRIGHT_API_PRIVATE_KEY and _PUBLIC_KEY are hex, as printed when made.
import { createPrivateKey, sign } from 'node:crypto'

export async function stampBody(body: string): Promise<string> {
  const publicKey = process.env.KEYWRIGHT_API_PUBLIC_KEY!
  const privateKey = process.env.KEYWRIGHT_API_PRIVATE_KEY!
  // SEC 1 (RFC 5915) without its optional parts is enough for Node to read the key.
  const der = Buffer.from(`30310201010420${privateKey}a00a06082a8648ce3d030107`, 'hex')
  const key = createPrivateKey({ key: der, format: 'der', type: 'sec1' })
  const stamp = {
    publicKey,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    signature: sign('sha256', Buffer.from(body), key).toString('hex'),
  }
  return Buffer.from(JSON.stringify(stamp)).toString('base64url')
}
