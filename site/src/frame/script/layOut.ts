/**
 * Lays out the whole page now. The style sheet defers content far from the window and estimates its height, which isn't
 * exact enough to scroll to a position.
 */
export function layOut(document: Document): void {
  const body = document.querySelector<HTMLElement>('.content-body')
  if (body) body.dataset.laidOut = ''
}
