import { assert, expect } from 'vitest'
import type { Tampering } from '../host.ts'
import { story } from '../story.ts'

const TAMPERINGS: readonly Tampering[] = ['alters a user', 'alters the journal', 'drops the newest entry']

export const tamperingIsFound = story(
  'verification finds changes that bypassed the engine',
  async (world) => {
    for (const how of TAMPERINGS) {
      const { alice } = await world.organization({ rootUsers: ['alice'] })
      const { organizationId } = alice
      await alice.addsUser('bob')
      await alice.createsWallet('savings')
      const before = await world.host.verifyJournal(organizationId)
      assert(before.ok && before.entries === 3, 'organization, user and wallet have one entry each')

      // Rejected requests leave no entry.
      await world.refuses('NAME_TAKEN', () => alice.createsWallet('savings'))
      expect(await world.host.verifyJournal(organizationId), 'the journal is unchanged').toEqual(before)

      await world.host.tamper(organizationId, how)
      const { sequence } = await world.findsTampering(organizationId)
      expect(sequence, `an attacker who ${how} is detected at the last entry`).toEqual(3)
    }
  },
)
