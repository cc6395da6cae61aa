import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Command line',
  height: 'high',
  Fallback: () => (
    <>
      <p>
        With scripts, you type commands here, and the keywright command runs them over this page’s sandbox:
      </p>
      <ul>
        <li>
          <code>whoami</code> says whose key is in the settings;
        </li>
        <li>
          <code>wallets create Savings</code> makes a wallet, <code>sign</code> signs with it;
        </li>
        <li>
          <code>--help</code> lists all commands. Those that start servers need a terminal:{' '}
          <code>npx keywright dev</code>.
        </li>
      </ul>
    </>
  ),
}
