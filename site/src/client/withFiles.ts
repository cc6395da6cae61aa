/** What a lazily built part needs beside its own file: asked for at once with it, so that nothing waits in a row. */

/** Style sheets by their addresses, and whether they are there. */
const styles = new Map<string, Promise<void>>()
/** Scripts that were asked for. */
const scripts = new Set<string>()

/**
 * Stands in the place of Vite's helper of this name (`build/client/preloadHelper.ts`), which is three times as large and
 * takes a style sheet that failed for one that is there.
 * @throws the loader's error, or one that names the style sheet that did not come; each is asked for again next time
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const needed = files.map((file) => (file.endsWith('.css') ? style(`/${file}`) : script(`/${file}`)))
  const [part] = await Promise.all([load(), ...needed])
  return part
}

/** A script that does not come is told of by the part that imports it. */
function script(href: string): void {
  if (scripts.has(href)) return
  scripts.add(href)
  link('modulepreload', href)
}

function style(href: string): Promise<void> {
  let there = styles.get(href)
  if (!there) {
    there = new Promise((resolve, reject) => {
      const element = link('stylesheet', href)
      element.onload = () => resolve()
      element.onerror = () => {
        element.remove()
        styles.delete(href)
        reject(new Error(`${href} could not be loaded`))
      }
    })
    styles.set(href, there)
  }
  return there
}

function link(rel: string, href: string): HTMLLinkElement {
  const element = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(element)
  return element
}
