import type { Place } from '../element.ts'
import { FORMATS_SHOWN, formatsOfPreset, PRESETS } from './formats.ts'

export const place: Place = {
  title: 'Address explorer',
  height: 'high',
  attributes: { preset: { values: () => Object.keys(PRESETS) } },
  Fallback: ({ preset }: { readonly preset?: string }) => (
    <>
      <p>
        With JavaScript enabled, you can derive addresses here from a public test phrase or a random one,
        level by level. These are the usual paths:
      </p>
      <ul>
        {formatsOfPreset(preset)
          .slice(0, FORMATS_SHOWN)
          .map(({ format, path }) => (
            <li key={`${format} ${path}`}>
              <code>{format}</code>: <code>{path}</code>
            </li>
          ))}
      </ul>
    </>
  ),
}
