/** `keywright snapshot remove` */
export { removeSnapshot as run } from '../snapshots.ts'
