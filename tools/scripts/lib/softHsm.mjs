/** Finds or installs SoftHSM, a software PKCS#11 token, for unsealing tests. */
import { findProgram, installFromDebian } from './debian.mjs'

/** Never fails: without SoftHSM, those tests are skipped with a message. */
export async function ensureSoftHsm() {
  if (!findProgram('softhsm2-util')) await installFromDebian('softhsm2')
}
