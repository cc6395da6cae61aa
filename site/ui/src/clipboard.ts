/** Clipboard access that never throws. The clipboard may be blocked, or missing on a page served without TLS. */

/** How long a button shows the outcome of copying. */
export const SAID_MS = 2_000

/** Returns whether the text was copied. Pass a promise right in the click handler, because browsers require user activation. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    const { clipboard } = navigator
    if (typeof text === 'string') await clipboard.writeText(text)
    else {
      const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }))
      await clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    }
    return true
  } catch {
    return false
  }
}
