import { assertEqual, assertThat } from '../assert.ts'
import type { Tampering } from '../host.ts'
import { scenario } from '../scenario.ts'

const TAMPERINGS: readonly Tampering[] = ['alters a user', 'alters the journal', 'drops the newest entry']

export const tamperingIsFound = scenario(
  'verification finds changes that bypassed the engine',
  async (world) => {
    for (const how of TAMPERINGS) {
      const { alice } = await world.organization({ rootUsers: ['alice'] })
      const { organizationId } = alice
      await alice.addsUser('bob')
      await alice.createsWallet('savings')
      const before = await world.host.verifyJournal(organizationId)
      assertThat(before.ok && before.entries === 3, 'organization, user and wallet have one entry each')

      // Rejected requests leave no entry.
      await world.refuses('NAME_TAKEN', () => alice.createsWallet('savings'))
      assertEqual(await world.host.verifyJournal(organizationId), before, 'the journal is unchanged')

      await world.host.tamper!(organizationId, how)
      const { sequence } = await world.findsTampering(organizationId)
      assertEqual(sequence, 3, `an attacker who ${how} is detected at the last entry`)
    }
  },
  ['tamper'],
)
