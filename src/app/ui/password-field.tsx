import { useState } from 'react'
import { Field } from './field.tsx'
import { useScripts } from './use-scripts.ts'

/** A password, hidden until asked for. Its value is never filled in by us. */
export function PasswordField(props: {
  label: 'Password' | 'Current password' | 'New password'
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  describedBy?: string
  isWrong?: boolean
  error?: string
}) {
  const [isShown, setShown] = useState(false)
  const scriptsRun = useScripts()
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} required>
      {scriptsRun && (
        <button type="button" className="link input-end" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </button>
      )}
    </Field>
  )
}
