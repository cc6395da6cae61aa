/**
 * Lays out the whole page now. The style sheet leaves out what is far from the window until it comes near; where a
 * place in the page is to be exact, a guess of how high it will be is not enough.
 */
export function layOut(document: Document): void {
  const body = document.querySelector<HTMLElement>('.content-body')
  if (body) body.dataset.laidOut = ''
}
