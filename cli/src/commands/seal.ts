/** `keywright seal` */

import type { SealState } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { askOperatorApi } from '../connect/operatorApi.ts'

export async function run(context: Context): Promise<Outcome> {
  const state = await askOperatorApi<SealState>(context, 'POST', '/seal')
  return {
    text: 'sealed: this process rejects all calls until it is unsealed; other processes on the database keep running',
    json: state,
  }
}
