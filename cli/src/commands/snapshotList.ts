/** `keywright snapshot list` */
export { listSnapshots as run } from '../snapshots.ts'
