import type { Place } from '../element.ts'

export const place: Place = {
  title: 'Transaction decoder',
  height: 'high',
  attributes: { chain: { values: () => ['Ethereum', 'Solana', 'Bitcoin'] } },
  Fallback: () => (
    <>
      <p>
        With scripts, you paste an unsigned transaction here in hex, and see its fields by the names that
        policies use: <code>eth.tx.to</code>, <code>solana.tx.transfers</code>,{' '}
        <code>bitcoin.tx.outputs</code>.
      </p>
      <p>
        It is read by the reader of the engine. What that refuses when you ask it to sign is refused here,
        with the same words. A condition below it is evaluated over these fields.
      </p>
    </>
  ),
}
