/** Lights the line of the code that wrote the line of output under the pointer or with the focus. */
import type { SyntheticEvent } from 'react'

const LIT = 'data-lit'

/** @param source the program that ran, of which the page may show an excerpt */
export function lightLine({ type, target, currentTarget }: SyntheticEvent, source: string): void {
  const example = currentTarget.closest('.example')
  if (!example) return
  for (const lit of example.querySelectorAll(`[${LIT}]`)) lit.removeAttribute(LIT)
  if (type === 'pointerleave') return
  const { line } = (target as Element).closest<HTMLElement>('[data-line]')?.dataset ?? {}
  const shown = [...example.querySelectorAll('.example-code :is(.line, .cm-line)')]
  if (line === undefined) return
  const texts = shown.map(({ textContent }) => textContent)
  const place = placeOf(Number(line), source.split('\n'), texts)
  if (place !== undefined) shown[place]!.setAttribute(LIT, '')
}

/**
 * Finds a line of a program among its shown lines, which are some of the program's in the same order and may have less
 * indentation.
 * @param line starting at 1
 * @returns an index, or undefined if the line isn't shown
 */
export function placeOf(
  line: number,
  program: readonly string[],
  shown: readonly string[],
): number | undefined {
  let place = 0
  for (const [index, text] of program.entries()) {
    const isShown = text.trim() === shown[place]?.trim()
    if (index === line - 1) return isShown ? place : undefined
    if (isShown) place++
  }
  return undefined
}
