/** A built example for the page to run. */
export interface RunnableExample {
  /** The whole TypeScript file. */
  readonly source: string
  /** Input for `runExample`. */
  readonly compiled: string
}

/** URL in the built site: `quickstart/whoami` → `/runner/examples/quickstart/whoami.json`. */
export const exampleFile = (id: string): string => `/runner/examples/${id}.json`
