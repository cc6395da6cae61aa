/** Compares the lockfile with what npm says it installed (`node_modules/.package-lock.json`). */

/**
 * Whether an installation has everything that the lockfile names. Optional packages may be missing: npm leaves out
 * those of other platforms.
 *
 * @param lock the parsed `package-lock.json`
 * @param installed the parsed `node_modules/.package-lock.json`, which every npm command rewrites
 */
export function isComplete(lock, installed) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    // Entries without `node_modules/` are the root and the workspaces.
    if (!path.includes('node_modules/')) return true
    const found = installed.packages[path]
    return found ? isSame(wanted, found) : isOptional(wanted)
  })
}

const isSame = (wanted, found) =>
  wanted.version === found.version &&
  wanted.integrity === found.integrity &&
  wanted.resolved === found.resolved

const isOptional = ({ optional, devOptional, peer, os, cpu, libc }) =>
  Boolean(optional || devOptional || peer || os || cpu || libc)
