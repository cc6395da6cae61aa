/** Once the page is there and the browser idle; where it does not say when it is, a little later. */
export function whenIdle({ readyState }: Document, run: () => void): void {
  const soon = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200))
  if (readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}
