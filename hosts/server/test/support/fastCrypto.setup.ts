/** Plugs in fast cryptography before the tests of a file: Node's, as a server does when it starts, and signatures on P-256. */
import { plugTestCrypto } from './plugTestCrypto.ts'

plugTestCrypto()
