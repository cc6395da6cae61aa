/** Switches of an organization. */
import { list, submit, version } from '../define.ts'
import { Feature } from '../entities/organizations.ts'
import { FeatureName } from '../enumSchemas.ts'
import { text } from '../scalars.ts'

export const featureCalls = {
  set_organization_feature: submit(
    'ORGANIZATION',
    'UPDATE',
    {
      ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE: version(
        { name: FeatureName, value: text },
        { features: list(Feature) },
      ),
    },
    'root',
  ),
  remove_organization_feature: submit(
    'ORGANIZATION',
    'REMOVE',
    {
      ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE: version({ name: FeatureName }, { features: list(Feature) }),
    },
    'root',
  ),
} as const
