/** Announces text to assistive technology without moving the focus. */
export function createAnnouncer(document: Document): (text: string) => void {
  return (text) => {
    const region = document.getElementById('announcer')
    if (!region) return
    region.textContent = ''
    // Clearing and filling a region in the same frame may go unnoticed.
    requestAnimationFrame(() => {
      region.textContent = text
    })
  }
}
