import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'

/** In the place of the page after a form of a session that has ended. */
export function SignedOut({ message }: { message: string | null }) {
  return (
    <div className="wrap page">
      <h1 className="page-title">Subtitles</h1>
      {message && <ErrorMessage>{message}</ErrorMessage>}
      <p>
        <Link to="/login">Log In</Link>
      </p>
    </div>
  )
}
