import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps {
  /** Exactly the word people and programs find the field by. */
  label: string
  /** Stands at the right of the label, outside of it. */
  hint?: string
  /** Ids of sentences elsewhere that speak of this field. */
  describedBy?: string
  isWrong?: boolean
  /** A sentence about what is wrong with it; stands under the field. */
  error?: string
  /** Stands inside the field, at its end. */
  children?: ReactNode
}

/** A single line on paper, its label above it. */
export function Field(props: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'children'>) {
  const { label, hint, describedBy, isWrong, error, children, ...input } = props
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <FieldHead id={id} label={label} hint={hint} />
      <div className={children ? 'input-with-end' : undefined}>
        <input
          {...input}
          id={id}
          className="input"
          aria-describedby={described || undefined}
          aria-invalid={isWrong || error !== undefined || undefined}
        />
        {children}
      </div>
      {error && <Message id={`${id}-error`}>{error}</Message>}
    </div>
  )
}

/** Several lines on paper. */
export function TextField(props: Omit<FieldProps, 'children'> & ComponentPropsWithRef<'textarea'>) {
  const { label, hint, describedBy, isWrong, error, ...input } = props
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <FieldHead id={id} label={label} hint={hint} />
      <textarea
        {...input}
        id={id}
        className="input input-area"
        aria-describedby={described || undefined}
        aria-invalid={isWrong || error !== undefined || undefined}
      />
      {error && <Message id={`${id}-error`}>{error}</Message>}
    </div>
  )
}

/** One of a few, from a list that the browser opens. */
export function SelectField(props: FieldProps & Omit<ComponentPropsWithRef<'select'>, 'children'>) {
  const { label, hint, describedBy, isWrong, children, ...select } = props
  const id = useId()
  const described = [hint && `${id}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <FieldHead id={id} label={label} hint={hint} />
      <div className="input-choice">
        <select
          {...select}
          id={id}
          className="input"
          aria-describedby={described || undefined}
          aria-invalid={isWrong || undefined}
        >
          {children}
        </select>
        <Icon name="down" />
      </div>
    </div>
  )
}

function FieldHead({ id, label, hint }: { id: string; label: string; hint?: string }) {
  return (
    <div className="field-head">
      <label htmlFor={id}>{label}</label>
      {hint && <span id={`${id}-hint`}>{hint}</span>}
    </div>
  )
}

/** A sentence about what went wrong. */
export function Message({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="message" id={id} role="alert">
      <Icon name="warn" />
      <span>{children}</span>
    </p>
  )
}

/** A sentence about what went well. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <p className="message message-good" role="status">
      <Icon name="check" />
      <span>{children}</span>
    </p>
  )
}
