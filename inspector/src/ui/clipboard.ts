/** The clipboard, which may be missing, as on a page that is served without TLS, or forbidden: nothing is thrown. */

/** For how long a button says how copying went. */
export const SAID_MS = 2_000

/** Answers whether a text is on the clipboard now. One that is on its way is asked for within the click: some browsers forget it meanwhile. */
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
