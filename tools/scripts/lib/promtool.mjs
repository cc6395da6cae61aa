/** Finds or installs promtool, the test tool of Prometheus, for the alert rules. */
import { findProgram, installFromDebian } from './debian.mjs'

/** Never fails: without promtool, the alerts aren't fired. */
export async function ensurePromtool() {
  if (!findProgram('promtool')) await installFromDebian('prometheus')
}
