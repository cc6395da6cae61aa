import type { Place } from '../place.ts'

export const place: Place = {
  title: 'What is stored',
  height: 'high',
  Fallback: () => (
    <>
      <p>With scripts, you read the database of this page’s sandbox here, table by table:</p>
      <ul>
        <li>names, addresses, policies and activities stand in the clear;</li>
        <li>
          members that begin with “sealed” are ciphertext: entropy of wallets, private keys, keys of codes and
          imports;
        </li>
        <li>the root secret opens them, another secret does not, and no row holds it.</li>
      </ul>
    </>
  ),
}
