/** Runs after the page has loaded and the browser is idle, or a little later without `requestIdleCallback`. */
export function whenIdle({ readyState }: Document, run: () => void): void {
  const soon = () =>
    'requestIdleCallback' in window ? requestIdleCallback(() => run()) : setTimeout(run, 200)
  if (readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}
