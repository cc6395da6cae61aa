import type { Place } from '../element.ts'
import { type BundleKind, KINDS, STEPS } from './steps.ts'

export const place: Place = {
  title: 'Bundle decoder',
  height: 'high',
  attributes: { kind: { values: () => Object.keys(KINDS) } },
  Fallback: ({ kind = 'credential' }: { readonly kind?: BundleKind }) => (
    <>
      <p>
        With JavaScript enabled, you can create a bundle here, read its fields, open it and change one byte of
        it. The {KINDS[kind].toLowerCase()} is checked in this order:
      </p>
      <ol>
        {STEPS[kind].map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
    </>
  ),
}
