declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'sfnt'
      /** Layout features to keep. Default: all. */
      keepFeatures?: readonly string[]
      variationAxes?: Record<string, number | { min: number; max: number; default: number }>
    },
  ): Promise<Uint8Array>
}
