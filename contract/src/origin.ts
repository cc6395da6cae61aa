/** Whether a text is one origin as browsers write it (HTML standard, "serialization of an origin"). A wildcard isn't one. */
export const isOrigin = (text: string): boolean =>
  // URLs may contain `*`.
  URL.canParse(text) && new URL(text).origin === text && !text.includes('*')
