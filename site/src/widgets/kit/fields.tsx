/** Accessible form fields with label, control, hint and error. */
import { type ReactNode, useEffect, useId, useState } from 'react'

interface FieldProps {
  readonly label: ReactNode
  /** One line below the control. */
  readonly hint?: ReactNode
  /** Error message for the value. */
  readonly error?: string | undefined
}

interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

function Field({
  label,
  hint,
  error,
  isWide,
  children,
}: FieldProps & { readonly isWide?: boolean; readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
  return (
    <div className="element-field" data-wide={isWide ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="element-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="element-error" id={`${id}-error`}>
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
    </div>
  )
}

export interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Rows of a multi-line field. Default: a single line. */
  readonly rows?: number
  readonly placeholder?: string
  readonly list?: readonly string[]
  /** Uses the code font. Default: true, because most values are keys, ids and addresses. */
  readonly isCode?: boolean
  readonly inputMode?: 'numeric' | 'text'
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, rows, placeholder, list, isCode = true, inputMode, ...field } = props
  const listId = useId()
  const shared = {
    value,
    placeholder,
    spellCheck: false,
    autoComplete: 'off',
    ...(isCode && { autoCapitalize: 'off', autoCorrect: 'off' }),
    'data-code': isCode || undefined,
  }
  return (
    <Field {...field} isWide={rows !== undefined}>
      {(control) =>
        rows === undefined ? (
          <>
            <input
              {...control}
              {...shared}
              inputMode={inputMode}
              list={list && listId}
              onChange={(event) => onChange(event.target.value)}
            />
            {list && (
              <datalist id={listId}>
                {list.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            )}
          </>
        ) : (
          <textarea {...control} {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  )
}

export interface SelectFieldProps<T extends string> extends FieldProps {
  readonly value: T
  readonly onChange: (value: T) => void
  /** Values, with labels if they differ. */
  readonly options: readonly (T | readonly [value: T, words: string])[]
}

export function SelectField<T extends string>({ value, onChange, options, ...field }: SelectFieldProps<T>) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {options.map((option) => {
            const [key, words] = typeof option === 'string' ? [option, option] : option
            return (
              <option key={key} value={key}>
                {words}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}

/** Fields next to each other if there is room. */
export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className="element-fields">{children}</div>
}

/** Buttons of a form, in a row. */
export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className="element-buttons">{children}</div>
}

interface ButtonProps {
  readonly children: ReactNode
  readonly onClick: () => void
  /** Input is missing, or the action is running. Presses do nothing. */
  readonly disabled?: boolean
  /** Something that the action needs is loading. A press waits for it. */
  readonly isPreparing?: boolean
  /** Marks the primary action. */
  readonly isMain?: boolean
  /** Whether Enter in a field of the form around it presses it. */
  readonly submits?: boolean
}

export function Button(props: ButtonProps) {
  const { children, onClick, disabled, isPreparing = false, isMain, submits } = props
  const [isAwaited, setAwaited] = useState(false)
  useEffect(() => {
    if (!isAwaited || isPreparing) return
    setAwaited(false)
    onClick()
  }, [isAwaited, isPreparing, onClick])
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={isMain ? 'button element-main' : 'button'}
      // Not `disabled`, so that the button keeps the focus while busy.
      aria-disabled={disabled || undefined}
      aria-busy={isAwaited || undefined}
      onClick={() => {
        if (disabled) return
        if (isPreparing) setAwaited(true)
        else onClick()
      }}
    >
      {children}
    </button>
  )
}
