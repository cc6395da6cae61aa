/** An example as the build leaves it for the page to run. */
export interface RunnableExample {
  /** TypeScript, the whole file. */
  readonly source: string
  /** What `runExample` takes as `compiled`. */
  readonly compiled: string
}

/** Where it lies in the built site: `quickstart/whoami` → `/runner/examples/quickstart/whoami.json`. */
export const exampleFile = (id: string): string => `/runner/examples/${id}.json`
