/** Address formats with their curves and usual paths. */
import { addressFormats } from '@keywright/contract'
import { type AddressFormat, type Curve, defaultPathOf } from '@keywright/keys'

export interface ShownFormat {
  readonly format: AddressFormat
  readonly curve: Curve
  readonly path: string
}

export const PRESETS = { bitcoin: 'ADDRESS_FORMAT_BITCOIN_' } as const
/** Number of formats listed without scripts. */
export const FORMATS_SHOWN = 12

export const formatsOfPreset = (preset: string | undefined): ShownFormat[] =>
  addressFormats
    .filter(({ format }) => format.startsWith(PRESETS[preset as keyof typeof PRESETS] ?? ''))
    .flatMap(({ format, curves }) =>
      curves.map((curve) => ({ format, curve, path: defaultPathOf(format, curve) })),
    )
