import { Button } from './fields.tsx'

/** Ways to alter a value, with their labels. */
export type Alterations<T> = readonly (readonly [label: string, alter: (value: T) => T])[]

interface AlterationButtonsProps<T> {
  readonly alterations: Alterations<T>
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A button per alteration, to see what fails then. */
export function AlterationButtons<T>({ alterations, value, onChange }: AlterationButtonsProps<T>) {
  return alterations.map(([label, alter]) => (
    <Button key={label} onClick={() => onChange(alter(value))}>
      {label}
    </Button>
  ))
}
