/**
 * The model in five nouns as one drawing: a key in a lock. The user holds the bow, the credential is the blade, the policy
 * is the pins that must line up, the wallet lies behind them, and the organization is the wall around it all. The drawing
 * exists twice: along the line of reading, and down a narrow screen. The cuts of the key are those of the home page.
 */
import { readFileSync } from 'node:fs'

const drawing = readFileSync(new URL('model.html', import.meta.url), 'utf8')

export const ModelDrawing = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder
  <figure className="diagram model" dangerouslySetInnerHTML={{ __html: drawing }} />
)
