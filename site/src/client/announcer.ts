/** Says things to assistive technology without moving the focus. */
export function createAnnouncer(document: Document): (text: string) => void {
  return (text) => {
    const region = document.getElementById('announcer')
    if (!region) return
    region.textContent = ''
    // A region that is emptied and filled in one go may be taken as unchanged.
    requestAnimationFrame(() => {
      region.textContent = text
    })
  }
}
