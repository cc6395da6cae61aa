import { activityTypes } from '@keywright/contract'
import { type PresetName, presets } from '../widgets/playground/presets.ts'

/** The policy playground. Without JavaScript, readers see the page's policies as text. */
export function PolicyPlayground({ preset }: { readonly preset: PresetName }) {
  const types = activityTypes.map((type) => type.replace('ACTIVITY_TYPE_', '')).join(' ')
  return (
    <div
      className="playground-place"
      data-island="policy-playground"
      data-preset={preset}
      data-activity-types={types}
    >
      <p>
        <strong>Policy playground.</strong> With JavaScript enabled, you can change these policies here,
        decide a request with them, and list what each user could sign alone.
      </p>
      <ul>
        {presets[preset].policies.map(({ policyName, effect, condition, consensus }) => (
          <li key={policyName}>
            {policyName}: <code>{effect}</code>, condition <code>{condition}</code>, consensus{' '}
            <code>{consensus}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
