/** `keywright snapshot save` */
export { saveSnapshot as run } from '../snapshots.ts'
