/**
 * The oldest browsers that show and run everything. `e2e/browserFloor.spec.ts` compares the built files with them, and
 * `answers/basics.mdx` tells readers. Firefox 125 is the first with popovers, the others the first with `light-dark()`.
 */
export const oldestBrowsers = { chrome: 123, firefox: 125, safari: 17.5 } as const
