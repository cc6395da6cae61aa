/** Places of the interactive elements, as the build renders them. `registry.ts` loads their modules. */
import type { AuthorElement } from '../../shared/authorElement.ts'
import { place as addressExplorer } from './address-explorer/place.tsx'
import type { Place } from './element.ts'
import { place as passkeyDemo } from './passkey-demo/place.tsx'

const places: Readonly<Record<string, Place>> = {
  'address-explorer': addressExplorer,
  'passkey-demo': passkeyDemo,
}

function toAuthorElement(id: string, { title, height, attributes = {}, Fallback }: Place): AuthorElement {
  return {
    attributes,
    component: (given: Readonly<Record<string, string>>) => (
      <div
        className="element-place"
        data-island="element"
        data-element={id}
        data-title={title}
        data-height={height}
        {...Object.fromEntries(Object.entries(given).map(([name, value]) => [`data-${name}`, value]))}
      >
        <p className="element-title">{title}</p>
        <Fallback {...given} />
      </div>
    ),
  }
}

/** `passkey-demo` → `PasskeyDemo`. */
export const componentNameOf = (id: string): string =>
  id.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())

export const interactiveElements: Readonly<Record<string, AuthorElement>> = Object.fromEntries(
  Object.entries(places).map(([id, place]) => [componentNameOf(id), toAuthorElement(id, place)]),
)
