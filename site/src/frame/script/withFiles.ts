/** Loads the dependencies of a lazy part in parallel with the part itself. */

/** Requested files are tracked in the document. */
interface FileLink extends HTMLLinkElement {
  /** Resolves when the style sheet has loaded. */
  there?: Promise<void>
}

/**
 * Replaces Vite's helper of the same name (`builder/client/preloadHelper.ts`), which is three times as large and treats a
 * failed style sheet as loaded.
 * @throws the loader's error, or an error that names the failed style sheet. The next call tries again.
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const needed = files.map((file) =>
    // If a script fails, the part that imports it reports the error.
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

/** Finds or creates the link to a file. */
function link(rel: string, href: string): FileLink {
  const known = document.querySelector<FileLink>(`head [rel=${rel}][href="${href}"]`)
  if (known) return known
  const element = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(element)
  return element
}
