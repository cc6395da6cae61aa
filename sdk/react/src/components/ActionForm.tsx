/**
 * The form behind every component: labeled fields, errors at the fields they concern, and one live region for progress.
 * Unstyled. Select with `data-keywright`, `data-status` and `data-field`.
 */
import type { FieldViolation, KeywrightError } from '@keywright/client'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { codeOf, type ErrorTexts, errorText } from '../errorTexts.ts'
import type { Action } from '../useAction.ts'

export interface Field<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly type?: 'text' | 'email' | 'tel'
  readonly autoComplete?: string
  readonly inputMode?: 'numeric'
  readonly isOptional?: boolean
  readonly defaultValue?: string | undefined
  /** Last part of the path that the server reports for this member, such as `userEmail`. */
  readonly member?: string
  /** Error codes that concern this field. */
  readonly codes?: readonly string[]
}

export interface CommonLabels {
  /** Label of the button. */
  readonly submit: string
  /** Message while the action is running. */
  readonly pending: string
  /** Message after success. */
  readonly done: string
  /** Message after the user closed the prompt. */
  readonly cancelled: string
  /** Message while others must approve. */
  readonly needsConsensus: string
  /** Message before the action. Default: empty. */
  readonly idle?: string
  /** Message at an empty required field. */
  readonly required: string
  /** Text per error code, such as `OTP_INVALID`. `other` is for codes without a text. Default: `ERROR_TEXTS`. */
  readonly errors?: ErrorTexts
}

export const COMMON_LABELS = {
  cancelled: 'Canceled. Nothing was sent.',
  needsConsensus: 'Waiting for approval.',
  required: 'Fill in this field.',
}

export interface FormProps {
  readonly className?: string | undefined
  /** Content inside the form, after its button. */
  readonly children?: ReactNode
}

interface ActionFormProps<Name extends string> extends FormProps {
  readonly name: string
  readonly action: Pick<Action<readonly never[], unknown>, 'status'> & { readonly error?: KeywrightError }
  readonly fields?: readonly Field<Name>[]
  readonly labels: CommonLabels
  /** Not called again until the promise that it returned has settled. */
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => void | Promise<void>
  /** Content between the fields and the button. */
  readonly middle?: ReactNode
}

export function ActionForm<Name extends string = never>(props: ActionFormProps<Name>) {
  const { name, action, fields = [], labels, onSubmit, middle, className, children } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // A new list for each submit, so that each failure moves the focus.
  const [missing, setMissing] = useState<readonly Name[]>([])
  const { status, error } = action
  const failure = status === 'failed' ? error : undefined
  const errors = errorsOf(fields, missing, failure, labels)
  const invalid = Object.keys(errors).join()

  // Focus the first invalid field after each failure, unless the user is busy elsewhere in the page.
  useEffect(() => {
    if (invalid && status !== 'pending' && missing) focusInvalid(form.current!)
  }, [invalid, status, missing])

  const busy = useRef(false)
  // A hidden form is aborted, and can be submitted again when it's visible.
  useEffect(
    () => () => {
      busy.current = false
    },
    [],
  )

  const submit = async (event: FormEvent) => {
    // React events also leave portals: from forms among the children, and to forms around this one.
    if (event.target !== form.current) return
    event.stopPropagation()
    event.preventDefault()
    const data = new FormData(form.current!)
    const values = Object.fromEntries(
      fields.map((field) => [field.name, String(data.get(field.name) ?? '').trim()]),
    ) as Record<Name, string>
    const empty = fields.filter((field) => !field.isOptional && values[field.name] === '')
    setMissing(empty.map((field) => field.name))
    if (empty.length > 0 || busy.current) return
    busy.current = true
    try {
      await onSubmit(values)
    } finally {
      busy.current = false
    }
  }

  const isShownAtField = fields.some((field) => failure && isAbout(field, failure))
  return (
    <form
      ref={form}
      className={className}
      data-keywright={name}
      data-status={status}
      aria-busy={status === 'pending'}
      noValidate
      onSubmit={submit}
    >
      {fields.map((field) => (
        <FieldRow key={field.name} id={`${id}${field.name}`} field={field} error={errors[field.name]} />
      ))}
      {middle}
      <SubmitButton isPending={status === 'pending'}>{labels.submit}</SubmitButton>
      <StatusLine status={status} labels={labels} error={isShownAtField ? undefined : failure} />
      {children}
    </form>
  )
}

function focusInvalid(form: HTMLFormElement): void {
  const { activeElement } = form.getRootNode() as Document | ShadowRoot
  const isElsewhere = activeElement && activeElement.localName !== 'body' && !form.contains(activeElement)
  if (!isElsewhere) form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** Uses aria-disabled, because a disabled button would lose the focus. */
function SubmitButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <button type="submit" aria-disabled={isPending || undefined}>
      {children}
    </button>
  )
}

/** Both regions always exist, because screen readers announce only changes inside existing regions. */
export function StatusLine({
  status,
  labels,
  error,
}: {
  readonly status: string
  readonly labels: Pick<CommonLabels, 'idle' | 'pending' | 'done' | 'cancelled' | 'needsConsensus' | 'errors'>
  readonly error: KeywrightError | undefined
}) {
  const said: Readonly<Record<string, string | undefined>> = {
    idle: labels.idle,
    pending: labels.pending,
    done: labels.done,
    cancelled: labels.cancelled,
    'needs-consensus': labels.needsConsensus,
  }
  return (
    <>
      <p role="status">{said[status] ?? ''}</p>
      <p role="alert">{error ? errorText(error, labels.errors) : ''}</p>
    </>
  )
}

function FieldRow({
  id,
  field,
  error,
}: {
  readonly id: string
  readonly field: Field<string>
  readonly error: string | undefined
}) {
  const { name, label, type = 'text', autoComplete, inputMode, isOptional, defaultValue } = field
  return (
    <div data-field={name}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        defaultValue={defaultValue}
        required={!isOptional}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && <p id={`${id}-error`}>{error}</p>}
    </div>
  )
}

function errorsOf<Name extends string>(
  fields: readonly Field<Name>[],
  missing: readonly Name[],
  failure: KeywrightError | undefined,
  labels: Pick<CommonLabels, 'required' | 'errors'>,
): { readonly [N in Name]?: string } {
  const entries = fields.flatMap((field) => {
    if (missing.includes(field.name)) return [[field.name, labels.required]]
    if (!failure || !isAbout(field, failure)) return []
    return [[field.name, errorText(failure, labels.errors)]]
  })
  return Object.fromEntries(entries) as { readonly [N in Name]?: string }
}

const isAbout = (field: Field<string>, failure: KeywrightError): boolean =>
  field.codes?.includes(codeOf(failure)) === true || violationsOf(failure).some((one) => isOf(field, one))

const isOf = ({ member }: Field<string>, { field }: FieldViolation) =>
  member !== undefined && field.split('.').at(-1) === member

const violationsOf = (error: KeywrightError): readonly FieldViolation[] =>
  (error as { readonly fieldViolations?: readonly FieldViolation[] }).fieldViolations ?? []
