/** `keywright seal` */
import type { Context, Outcome } from '../command.ts'
import { askOperatorApi } from '../operatorApi.ts'

export async function run(context: Context): Promise<Outcome> {
  const state = await askOperatorApi(context, 'POST', '/seal')
  return {
    text: 'sealed: this process answers no call until it is unsealed; the others on the database go on',
    json: state,
  }
}
