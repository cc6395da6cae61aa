import type { SVGProps } from 'react'
import { brand } from '../../brand.ts'

/** Line icons on a 20-unit square. The style sheet sets their stroke, because a page has fifty of them. */
function Icon(props: SVGProps<SVGSVGElement>) {
  return <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" {...props} />
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="9" cy="9" r="5.25" />
      <path d="m13 13 4 4" />
    </Icon>
  )
}

export function SunIcon() {
  return (
    <Icon className="icon icon-sun">
      <circle cx="10" cy="10" r="3.25" />
      <path d="M10 2.5v1.75M10 15.75v1.75M2.5 10h1.75M15.75 10h1.75M4.7 4.7l1.24 1.24M14.06 14.06l1.24 1.24M4.7 15.3l1.24-1.24M14.06 5.94l1.24-1.24" />
    </Icon>
  )
}

export function MoonIcon() {
  return (
    <Icon className="icon icon-moon">
      <path d="M16.5 11.9A6.9 6.9 0 0 1 8.1 3.5a6.9 6.9 0 1 0 8.4 8.4Z" />
    </Icon>
  )
}

export function ConsoleIcon() {
  return (
    <Icon width="18" height="18">
      <path d="m4 6 4 4-4 4M10 14.5h6" />
    </Icon>
  )
}

export function MenuIcon() {
  return (
    <Icon>
      <path d="M3 5.5h14M3 10h14M3 14.5h14" />
    </Icon>
  )
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m5 5 10 10M15 5 5 15" />
    </Icon>
  )
}

export function ChevronIcon({ className = '' }: { className?: string }) {
  return (
    <Icon className={`icon icon-chevron ${className}`.trim()} width="16" height="16">
      <path d="m7.5 5 5 5-5 5" />
    </Icon>
  )
}

export function ExternalIcon() {
  return (
    <Icon className="icon icon-external" width="12" height="12">
      <path d="M7 4h9v9M16 4 5 15" />
    </Icon>
  )
}

/** The brand's mark: a key whose cuts are all equal. */
export function Mark() {
  const { viewBox, bow, blade } = brand.mark
  return (
    <svg
      className="mark"
      viewBox={viewBox}
      width="36"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle {...bow} />
      <path d={blade} />
    </svg>
  )
}
