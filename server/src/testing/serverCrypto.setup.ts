/** Plugs in the cryptography of a server before the tests of a file. */
import { plugNodeCrypto } from '../crypto/plugNodeCrypto.ts'

plugNodeCrypto(() => undefined)
