/** What the first page can do without: switches and buttons until a press, showing the next page and its fonts. */
import { announcement } from './announcement.ts'
import { attempt } from './attempt.ts'
import { colorMode } from './colorMode.ts'
import { copyButtons } from './copyButtons.ts'
import { fonts } from './fonts.ts'
import { problemReport } from './problemReport.ts'
import type { Site } from './site.ts'

export { createVisits } from './visits.ts'

export function startLateParts(site: Site): void {
  for (const [name, part] of Object.entries({ colorMode, announcement, copyButtons, fonts, problemReport }))
    attempt(name, () => part(site))
}
