/** How long others wait for a parser: the longest piece of each one, over the worst inputs within the body limit. */
import { laptopMilliseconds, worstInputs } from '@keywright/engine/test/worstInputs'
import { loadPayloads, loadTransactions } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { atMost, printTable, type Row } from './table.ts'

export async function benchInnocent(): Promise<void> {
  plugNodeCrypto(() => undefined)
  await loadTransactions()
  await loadPayloads('PAYLOAD_ENCODING_EIP712')
  const rows: Row[] = []
  for (const [parser, inputs] of Object.entries(worstInputs)) {
    const pieces: { what: string; piece: number }[] = []
    for (const { what, works } of inputs)
      for (const work of works()) pieces.push({ what, piece: await laptopMilliseconds(work) })
    const worst = pieces.toSorted((a, b) => b.piece - a.piece)[0]!
    rows.push({
      what: `${parser}, ${inputs.length} inputs`,
      value: `${worst.piece.toFixed(1)} ms`,
      reference: `worst: ${worst.what}`,
      ...atMost(worst.piece, 20, '20 ms'),
    })
  }
  printTable('longest piece, on a laptop’s processor', rows)
}
