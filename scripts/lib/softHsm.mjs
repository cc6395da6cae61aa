/** SoftHSM, a PKCS#11 token in software, for the tests of unsealing by one: found, or installed where that is possible. */
import { findProgram, installFromDebian } from './debian.mjs'

/** Never fails: without it those tests are skipped, and say so. */
export async function ensureSoftHsm() {
  if (!findProgram('softhsm2-util')) await installFromDebian('softhsm2')
}
