/** Plugs in what the machine has, signs once, and prints what came of it: for tests of machines that have another binary. */
import { sign } from '@keywright/keys'
import { plugNodeCrypto } from './plugNodeCrypto.ts'

const warnings: object[] = []
plugNodeCrypto((entry) => void warnings.push(entry))
const [digest, key] = [new Uint8Array(32).fill(255), new Uint8Array(32).fill(7)]
process.stdout.write(JSON.stringify({ warnings, signature: sign('ecdsa', digest, key) }))
