/** The path of the browser for tests that were started by hand; undefined: Playwright's own. */
export function browserForTests(): string | undefined
