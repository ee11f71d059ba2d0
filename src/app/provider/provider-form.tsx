import { Form, useNavigation } from 'react-router'
import { Link } from '#app/ui/link.tsx'

interface ProviderFormProps {
  /** The provider, as people know it. */
  name: string
  /** The page to return to; null: the account's home. */
  next: string | null
}

/** The button below a login form that leads to the provider. It makes an account for people who have none. */
export function ProviderForm({ name, next }: ProviderFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form className="entry-provider" method="post" action="/login/provider">
      {next && <input type="hidden" name="next" value={next} />}
      <button type="submit" className="button button-large button-wide" disabled={isBusy}>
        {`Continue with ${name}`}
      </button>
      <p className="entry-terms">
        By continuing you agree to the{' '}
        <Link className="link no-break" to="/terms">
          Terms of Service
        </Link>{' '}
        and{' '}
        <Link className="link no-break" to="/privacy">
          Privacy Policy
        </Link>
        .
      </p>
    </Form>
  )
}
