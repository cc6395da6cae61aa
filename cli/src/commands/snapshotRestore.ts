/** `keywright snapshot restore` */
export { restoreSnapshot as run } from '../snapshots.ts'
