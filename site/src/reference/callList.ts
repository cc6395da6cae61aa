/**
 * The list of calls and its filter: plain code on the page's HTML, so that they work before React has loaded. Nothing
 * else shows, hides or marks calls, in the list and on the page.
 */
import { clickLike, isComposing } from '@keywright/ui/keys'
import { rovingTarget } from '@keywright/ui/roving'
import { searchOf } from './findCalls.ts'
import { type ListedCall, readHash } from './hash.ts'

/** The current call covers a line a quarter down the viewport. */
const READ = '-25% 0px -74% 0px'

export interface CallList {
  readonly calls: readonly ListedCall[]
  /** Adds text to search, by name of the call. */
  learn(words: ReadonlyMap<string, string>): void
}

const lists = new WeakMap<HTMLElement, CallList>()

/** The list in the reference's element. Starts it if necessary. */
export function callList(reference: HTMLElement): CallList {
  const list = lists.get(reference) ?? startList(reference)
  lists.set(reference, list)
  return list
}

function startList(reference: HTMLElement): CallList {
  const sheet = reference.querySelector<HTMLElement>('.reference-nav')!
  const links = [...sheet.querySelectorAll('a')]
  const sections = [...reference.querySelectorAll<HTMLElement>('.call')]
  const calls = sections.map(({ id, dataset }) => ({ name: id, types: dataset.types?.split(' ') ?? [] }))
  const filter = createFilter({ reference, sheet, links, sections, onChange: setTabStop })
  const { field } = filter
  let current: HTMLElement | undefined

  /** One tab stop: the current call, or else the first. */
  function setTabStop(): void {
    const shown = filter.shown()
    const stop = shown.find((link) => link === current) ?? shown[0]
    for (const link of links) link.tabIndex = link === stop ? 0 : -1
  }

  function pressed(event: KeyboardEvent): void {
    if (isComposing(event)) return
    const { key, target } = event
    const inField = target === field
    const shown = filter.shown()
    const at = shown.indexOf(target as HTMLAnchorElement)
    const next = shown[rovingTarget(event, at, shown.length, 'vertical') ?? -1]
    if (key === 'Escape' && !inField) field.focus()
    else if (key === 'Escape' && field.value) filter.clear()
    else if (key === 'Enter' && inField && shown[0]) clickLike(event, filter.best() ?? shown[0])
    else if (next && (!inField || key === 'ArrowDown')) next.focus()
    else return
    event.preventDefault()
  }

  sheet.addEventListener('keydown', pressed)
  sheet.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('a')) return
    filter.settle()
    sheet.hidePopover?.()
  })
  watchHash(reference, (hash) => {
    filter.settle()
    const target = readHash(hash, calls)
    const section = sections.find(({ id }) => id === target?.call)
    // A link to something that the filter hides clears the filter.
    if (target && (section ? section.hidden : filter.shown().length < links.length)) filter.clear()
  })
  watchReading(sections, (index) => {
    current?.removeAttribute('aria-current')
    current = links[index]!
    current.setAttribute('aria-current', 'true')
    setTabStop()
    showWithin(sheet.querySelector('.reference-list')!, current)
  })
  // The reader may have typed before this script loaded.
  if (field.value) filter.apply()
  else setTabStop()
  return { calls, learn: filter.learn }
}

interface FilterOptions {
  readonly reference: HTMLElement
  readonly sheet: HTMLElement
  /** One link and one section per call, in the same order. */
  readonly links: readonly HTMLAnchorElement[]
  readonly sections: readonly HTMLElement[]
  onChange(): void
}

function createFilter({ reference, sheet, links, sections, onChange }: FilterOptions) {
  const field = sheet.querySelector('input')!
  const search = searchOf(sections)
  let shown = links

  function filter(): void {
    const found = search.find(field.value)
    shown = links.filter((_, index) => found.has(sections[index]!.id))
    for (const link of links) link.parentElement!.hidden = !shown.includes(link)
    hideEmpty(sheet, '.reference-list > div', 'li')
    sheet.querySelector('[role="status"]')!.textContent = `${shown.length} of ${links.length} calls`
    onChange()
    // A slow phone takes longer than a frame to lay out the calls.
    requestAnimationFrame(() => setTimeout(filterSections))
  }

  /** The call whose name the reader types, or else the first one found. Undefined without a filter. */
  function best(): HTMLAnchorElement | undefined {
    const name = field.value
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    if (name === '') return undefined
    const named = shown.filter((link) => link.textContent!.includes(name))
    return named.find((link) => link.textContent!.startsWith(name)) ?? named[0] ?? shown[0]
  }

  function typed(): void {
    filter()
    requestAnimationFrame(() =>
      setTimeout(() => {
        const found = best()
        if (found) sections[links.indexOf(found)]!.scrollIntoView({ behavior: 'instant' })
      }),
    )
  }

  function filterSections(): void {
    for (const [index, link] of links.entries()) sections[index]!.hidden = !shown.includes(link)
    hideEmpty(reference, '.reference-calls > section', '.call')
    reference.querySelector<HTMLElement>('.reference-shared')!.hidden = shown.length < links.length
    reference.querySelector<HTMLElement>('.reference-none')!.hidden = shown.length > 0
  }

  field.addEventListener('input', typed)
  return {
    field,
    apply: filter,
    /** Filters the calls now: they follow the list after a paint, and the reader may go to one before. */
    settle: filterSections,
    best,
    /** Links to the calls found. */
    shown: () => shown,
    /** Shows all calls immediately, because the browser then scrolls to one of them. */
    clear() {
      field.value = ''
      filter()
      filterSections()
    },
    learn(more: ReadonlyMap<string, string>) {
      search.learn(more)
      if (field.value) filter()
    },
  }
}

/** Hides groups whose members are all hidden. */
function hideEmpty(root: HTMLElement, groups: string, member: string): void {
  for (const group of root.querySelectorAll<HTMLElement>(groups))
    group.hidden = !group.querySelector(`${member}:not([hidden])`)
}

/** Reports each new hash while the reference is on the page. */
function watchHash(reference: HTMLElement, onChange: (hash: string) => void): void {
  addEventListener('hashchange', function changed() {
    if (reference.isConnected) onChange(location.hash)
    else removeEventListener('hashchange', changed)
  })
}

/** Reports the index of the section that the reader has reached. */
function watchReading(sections: readonly HTMLElement[], onReached: (index: number) => void): void {
  const reading = new IntersectionObserver(
    (entries) => {
      const reached = entries.find(({ isIntersecting }) => isIntersecting)
      if (reached) onReached(sections.indexOf(reached.target as HTMLElement))
    },
    { rootMargin: READ },
  )
  for (const section of sections) reading.observe(section)
}

/** Scrolls the list, never the page, to a link. */
function showWithin(list: HTMLElement, link: HTMLElement): void {
  // Don't scroll while the reader is navigating the list.
  if (list.contains(document.activeElement)) return
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top
  if (above < 0 || above > list.clientHeight - link.offsetHeight)
    list.scrollTop += above - list.clientHeight / 3
}
