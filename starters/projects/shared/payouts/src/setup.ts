/** `npm run setup`: prepares the organization, and writes the settings of the service into .env.service. */
import { randomBytes } from 'node:crypto'
import { run } from '../keywright.ts'
import { setupOnce } from '../setupOnce.ts'
import { setUpOrganization } from './organization.ts'

await run(() =>
  setupOnce('.env.service', async (client) => ({
    ...(await setUpOrganization(client, process.env.WEBHOOK_URL ?? 'http://127.0.0.1:8080/webhook')),
    PAYOUTS_TOKEN: randomBytes(24).toString('base64url'),
  })),
)
