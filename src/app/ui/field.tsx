import { type ComponentPropsWithRef, type ReactNode, type Ref, useId } from 'react'
import { Icon } from './icon.tsx'
import { Select } from './select.tsx'

interface FieldProps {
  /** Accessible name of the field. */
  label: string
  /** Shown to the right of the label, outside it. */
  hint?: string
  /** Ids of elements elsewhere that describe this field. */
  describedBy?: string
  isInvalid?: boolean
  /** Error message of the value, shown under the field, in place of the hint. */
  error?: string | undefined
  /** Whether the error is announced elsewhere. */
  isErrorQuiet?: boolean
  /** Shown inside the field, at its end. */
  children?: ReactNode
}

/** A single-line input with its label above it. */
export function Field(props: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'children'>) {
  const { label, hint, describedBy, isInvalid, error, isErrorQuiet, children, ...input } = props
  const ownId = useId()
  const { id = ownId } = props
  const descriptionIds = descriptionOf(id, props)
  return (
    <div className="field">
      <FieldHeader id={id} label={label} hint={error === undefined ? hint : undefined} />
      <div className={children ? 'input-with-end' : undefined}>
        <input
          {...input}
          id={id}
          className="input"
          aria-describedby={descriptionIds}
          aria-invalid={isInvalid || error !== undefined || undefined}
        />
        {children}
      </div>
      {error && (
        <ErrorMessage id={`${id}-error`} isQuiet={isErrorQuiet}>
          {error}
        </ErrorMessage>
      )}
    </div>
  )
}

/** A multi-line input. */
export function TextAreaField(props: Omit<FieldProps, 'children'> & ComponentPropsWithRef<'textarea'>) {
  const { label, hint, describedBy, isInvalid, error, isErrorQuiet, ...input } = props
  const ownId = useId()
  const { id = ownId } = props
  const descriptionIds = descriptionOf(id, props)
  return (
    <div className="field">
      <FieldHeader id={id} label={label} hint={error === undefined ? hint : undefined} />
      <textarea
        {...input}
        id={id}
        className="input input-area"
        aria-describedby={descriptionIds}
        aria-invalid={isInvalid || error !== undefined || undefined}
      />
      {error && (
        <ErrorMessage id={`${id}-error`} isQuiet={isErrorQuiet}>
          {error}
        </ErrorMessage>
      )}
    </div>
  )
}

/** A native select with its label above it. */
export function SelectField(props: FieldProps & Omit<ComponentPropsWithRef<'select'>, 'children'>) {
  const { label, hint, describedBy, isInvalid, children, ...select } = props
  const id = useId()
  const descriptionIds = [hint && `${id}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <FieldHeader id={id} label={label} hint={hint} />
      <Select {...select} id={id} aria-describedby={descriptionIds || undefined} aria-invalid={isInvalid || undefined}>
        {children}
      </Select>
    </div>
  )
}

/** Ids of what describes a field, in the order in which it is read out. */
function descriptionOf(id: string, { hint, error, describedBy }: FieldProps): string | undefined {
  const ids = [error ? `${id}-error` : hint && `${id}-hint`, describedBy]
  return ids.filter(Boolean).join(' ') || undefined
}

function FieldHeader({ id, label, hint }: { id: string; label: string; hint?: string | undefined }) {
  return (
    <div className="field-head cluster spread">
      <label htmlFor={id}>{label}</label>
      {hint && <span id={`${id}-hint`}>{hint}</span>}
    </div>
  )
}

/** An error message, announced immediately unless something else announces it. */
export function ErrorMessage(props: { id?: string; isQuiet?: boolean | undefined; children: ReactNode }) {
  const { id, isQuiet = false, children } = props
  return (
    <p className="message" id={id} role={isQuiet ? undefined : 'alert'}>
      <Icon name="warn" />
      <span>{children}</span>
    </p>
  )
}

/** A success message. With a `ref` it can be given the focus. */
export function SuccessMessage({ ref, children }: { ref?: Ref<HTMLParagraphElement>; children: ReactNode }) {
  return (
    <p ref={ref} className="message message-good" role="status" tabIndex={ref ? -1 : undefined}>
      <Icon name="check" />
      <span>{children}</span>
    </p>
  )
}
