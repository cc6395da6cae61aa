/** The development chain. */
export { POST } from '../keywright/route.ts'
