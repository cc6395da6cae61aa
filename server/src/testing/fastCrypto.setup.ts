/** Plugs in Node's cryptography before the tests of a file, as a server does when it starts. */
import { plugNodeCrypto } from '../crypto/plugNodeCrypto.ts'

plugNodeCrypto(() => undefined)
