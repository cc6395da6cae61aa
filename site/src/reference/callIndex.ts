/** Reads the calls from the page's HTML, to show them before the description loads. */

export interface CallIndex {
  readonly groups: readonly IndexedGroup[]
}

export interface IndexedGroup {
  readonly title: string
  /** Heading id. */
  readonly anchor: string
  readonly calls: readonly IndexedCall[]
}

export interface IndexedCall {
  readonly name: string
  readonly path: string
  readonly summary: string
  /** Title of its resource, such as `Wallets`. */
  readonly resource: string
  readonly kind: 'query' | 'submit'
  readonly era: 'seed' | 'later'
  /** Its activity types, oldest first. */
  readonly types: readonly string[]
}

/** Attributes of the section of a call in the outline. */
export const callData = ({ path, resource, kind, era, types }: Omit<IndexedCall, 'name' | 'summary'>) => ({
  'data-path': path,
  'data-resource': resource,
  'data-kind': kind,
  'data-era': era,
  'data-types': types.join(' '),
})

/** Reads the outline that `build/content/apiOutline.tsx` renders. */
export function readIndex(host: HTMLElement): CallIndex {
  return {
    groups: [...host.querySelectorAll('.reference-calls > section')].map((section) => {
      const heading = section.querySelector('h2')!
      return {
        title: ownText(heading),
        anchor: heading.id,
        calls: [...section.querySelectorAll<HTMLElement>('.call-outline')].map(readCall),
      }
    }),
  }
}

function readCall(section: HTMLElement): IndexedCall {
  const { path, resource, kind, era, types } = section.dataset
  return {
    name: section.querySelector('h3')!.id,
    path: path!,
    summary: markedText(section.querySelector('.call-summary')!),
    resource: resource!,
    kind: kind as IndexedCall['kind'],
    era: era as IndexedCall['era'],
    types: types!.split(' ').filter(Boolean),
  }
}

/** Heading text without the anchor link. */
const ownText = (heading: Element): string =>
  [...heading.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('')
    .trim()

/** Text with code in backticks, for `InlineText`. */
const markedText = (element: Element): string =>
  [...element.childNodes]
    .map((node) => (node.nodeName === 'CODE' ? `\`${node.textContent}\`` : node.textContent))
    .join('')

export const callsOf = ({ groups }: CallIndex): IndexedCall[] => groups.flatMap(({ calls }) => calls)

export interface ListedResource {
  readonly title: string
  readonly calls: readonly IndexedCall[]
}

/** Groups calls by resource, in order. */
export function byResource(calls: readonly IndexedCall[]): ListedResource[] {
  const titles = [...new Set(calls.map(({ resource }) => resource))]
  return titles.map((title) => ({ title, calls: calls.filter(({ resource }) => resource === title) }))
}
