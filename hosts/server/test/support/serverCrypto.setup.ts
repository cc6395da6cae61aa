/** Plugs in the cryptography of a server before the tests of a file. */
import { plugNodeCrypto } from '../../src/crypto/plugNodeCrypto.ts'

plugNodeCrypto(() => undefined)
