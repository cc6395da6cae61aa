/** `keywright activities approve` */
import type { Run } from '../command.ts'
import { vote } from '../vote.ts'

export const run: Run = (context) => vote(context, 'approve_activity')
