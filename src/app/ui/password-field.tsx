import { useState } from 'react'
import { Field } from './field.tsx'
import { useHydrated } from './use-hydrated.ts'

/** A password input with a button that shows the value. */
export function PasswordField(props: {
  label: 'Password' | 'Current password' | 'New password'
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  describedBy?: string
  isInvalid?: boolean
  error?: string | undefined
  isErrorQuiet?: boolean
  id?: string
  /** Typed a moment ago on another page of this visit; never from the server. */
  defaultValue?: string | undefined
}) {
  const [isVisible, setVisible] = useState(false)
  const isHydrated = useHydrated()
  return (
    <Field {...props} type={isVisible ? 'text' : 'password'} required>
      {isHydrated && (
        <button type="button" className="link input-end" onClick={() => setVisible(!isVisible)}>
          {isVisible ? 'Hide' : 'Show'}
        </button>
      )}
    </Field>
  )
}
