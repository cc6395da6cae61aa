/** `keywright snapshot export` */
export { exportState as run } from '../snapshots.ts'
