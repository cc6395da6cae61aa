/** `npm run setup`: prepares the organization, and writes the settings of the service into .env.service. */
import { randomBytes } from 'node:crypto'
import { run } from '../keywright.ts'
import { setUp } from '../setUp.ts'
import { setUpOrganization } from './organization.ts'

await run(() =>
  setUp('.env.service', async (client, earlier) => ({
    ...(await setUpOrganization(client, process.env.WEBHOOK_URL || 'http://127.0.0.1:8080/webhook', earlier)),
    PAYOUTS_TOKEN: earlier.PAYOUTS_TOKEN ?? randomBytes(24).toString('base64url'),
  })),
)
