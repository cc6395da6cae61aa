/** What browsers load for React, by specifier. */
export const runtime: Readonly<Record<string, string>>

/** Plugin for Vite and Vitest: gives code for browsers, and tests with a document, the runtime that readers load. */
export const browserRuntime: {
  readonly name: string
  readonly enforce: 'pre'
  resolveId(
    this: { environment: { name: string }; resolve(source: string, importer?: string): Promise<unknown> },
    source: string,
    importer: string | undefined,
  ): unknown
}
