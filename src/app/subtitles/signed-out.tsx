import { useLocation } from 'react-router'
import { loginPath } from '#app/http/login-path.ts'
import { SIGN_IN_REQUIRED } from '#app/messages/failures.ts'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import type { RefusedSubtitles } from './change-subtitles.server.ts'

/** In the place of the page after a form of a session that has ended: the way back in, and the words that were typed. */
export function SignedOut({ answer }: { answer: RefusedSubtitles | null }) {
  const { pathname, search } = useLocation()
  const words = answer?.values.words ?? ''
  return (
    <div className="wrap page subtitles-page">
      <h1>Subtitles</h1>
      <ErrorMessage>{answer?.refused.message ?? SIGN_IN_REQUIRED}</ErrorMessage>
      {words !== '' && <TextAreaField label="Your text" name="words" rows={4} defaultValue={words} readOnly />}
      <p className="subtitles-log-in">
        <Link className="button button-primary" to={loginPath(`${pathname}${search}`)}>
          Log In
        </Link>
      </p>
    </div>
  )
}
