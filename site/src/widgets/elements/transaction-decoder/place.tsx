import type { Place } from '../element.ts'

export const place: Place = {
  title: 'Transaction decoder',
  height: 'high',
  attributes: { chain: { values: () => ['Ethereum', 'Solana', 'Bitcoin'] } },
  Fallback: () => (
    <>
      <p>
        With JavaScript enabled, you can paste an unsigned transaction here in hex and see its fields under
        the names that policies use: <code>eth.tx.to</code>, <code>solana.tx.transfers</code>,{' '}
        <code>bitcoin.tx.outputs</code>.
      </p>
      <p>
        It uses the engine’s own parser: a transaction that the engine won’t sign is rejected here with the
        same message. You can also evaluate a condition over these fields.
      </p>
    </>
  ),
}
