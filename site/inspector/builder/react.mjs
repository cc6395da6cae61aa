/** React in browsers: Preact, but with ids that are unique among the roots of a page. */
import { useState } from 'preact/compat'

export * from 'preact/compat'

let ids = 0

/** Preact's own counts per root. */
export const useId = () => useState(() => `_p${ids++}_`)[0]
