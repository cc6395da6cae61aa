/** `keywright snapshot import` */
export { importState as run } from '../snapshots.ts'
