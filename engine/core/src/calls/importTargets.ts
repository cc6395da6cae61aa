/** Removes target keys of imports. */
import type { Partition } from '../store/rows.ts'
import { DATA_KEYS } from './dataKeys.ts'

export function removeTarget(rows: Partition, userId: string): void {
  rows.remove('imports', userId)
  DATA_KEYS.erase(rows, 'imports', userId)
}

/** For a deleted user: without the key, nothing opens the bundles of imports that never succeeded. */
export async function endImport(rows: Partition, userId: string): Promise<void> {
  if (await rows.get('imports', userId)) removeTarget(rows, userId)
}
