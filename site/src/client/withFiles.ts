/** What a lazily built part needs beside its own file: asked for at once with it, so that nothing waits in a row. */

/** What was asked for is known by the document alone. */
interface FileLink extends HTMLLinkElement {
  /** A style sheet that has come. */
  there?: Promise<void>
}

/**
 * Stands in the place of Vite's helper of this name (`build/client/preloadHelper.ts`), which is three times as large and
 * takes a style sheet that failed for one that is there.
 * @throws the loader's error, or one that names the style sheet that did not come; each is asked for again next time
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const needed = files.map((file) =>
    // A script that does not come is told of by the part that imports it.
    file.endsWith('.css') ? style(`/${file}`) : link('modulepreload', `/${file}`),
  )
  const [part] = await Promise.all([load(), ...needed])
  return part
}

function style(href: string): Promise<void> {
  const element = link('stylesheet', href)
  element.there ??= new Promise((resolve, reject) => {
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      reject(new Error(`${href} could not be loaded`))
    }
  })
  return element.there
}

/** The link to a file, made where there is none yet. */
function link(rel: string, href: string): FileLink {
  const known = document.querySelector<FileLink>(`head [rel=${rel}][href="${href}"]`)
  if (known) return known
  const element = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(element)
  return element
}
