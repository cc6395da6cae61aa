/** As many as one may hold, and one more. */
import { limits, resourceLimits } from '@keywright/contract'
import { type Cause, newKey } from '../prober.ts'
import { initOtp } from './codes.ts'
import { newSub } from './people.ts'
import { apiKey } from './requests.ts'

const oneMoreThan = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count + 1 }, (_, index) => make(index + 1))

export const limitCauses = {
  async CREDENTIAL_LIMIT_REACHED(prober) {
    const { root, rootUserId: userId } = await prober.fresh()
    const apiKeys = oneMoreThan(resourceLimits.apiKeys.parent, (number) =>
      apiKey(newKey().publicKey, `Key ${number}`),
    )
    return root.submit('CREATE_API_KEYS_V2', { userId, apiKeys })
  },
  RESOURCE_LIMIT_REACHED: (prober) =>
    prober.submit('CREATE_POLICIES', {
      policies: oneMoreThan(resourceLimits.policies.parent, (number) => ({
        policyName: `Policy ${number}`,
        effect: 'EFFECT_DENY',
        condition: 'true',
        notes: '',
      })),
    }),
  async OTP_LIMIT_REACHED(prober) {
    const { parent } = await newSub(prober)
    for (let sent = 0; sent < limits.otpRequestsPerWindow; sent++) await parent.run('INIT_OTP', initOtp)
    return parent.submit('INIT_OTP', initOtp)
  },
} as const satisfies Readonly<Record<string, Cause>>
