/** Plugs in the cryptography, signs once, and prints warnings and signature, for tests with another binary. */
import { sign } from '@keywright/keys'
import { plugNodeCrypto } from '../../src/crypto/plugNodeCrypto.ts'

const warnings: object[] = []
plugNodeCrypto((entry) => void warnings.push(entry))
const [digest, key] = [new Uint8Array(32).fill(255), new Uint8Array(32).fill(7)]
process.stdout.write(JSON.stringify({ warnings, signature: sign('ecdsa', digest, key) }))
