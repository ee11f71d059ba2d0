import { isRouteErrorResponse, Link } from 'react-router'
import { Pause } from '#app/ui/pause.tsx'
import { BottomBar, Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Whether what was thrown is the product saying "not here". */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

/** What stands where nothing else can: the 404, or a plain failure with the id that finds it in the log. */
function FailureNote({ error, requestId }: { error: unknown; requestId: string | null }) {
  if (isNotFound(error)) return <NotFoundNote title="404 Not Found">This cut is not on any sheet.</NotFoundNote>
  return (
    <Pause
      pose="oops"
      level={1}
      title="Something went wrong"
      action={
        <Link className="button" to="/" reloadDocument>
          Home
        </Link>
      }
    >
      <p>This is our fault, not yours. Please try again in a moment.</p>
      {requestId && <p className="request-id">Request {requestId}</p>}
    </Pause>
  )
}

/** Something that is not there, or not theirs to know of. */
export function NotFoundNote(props: { title: string; children: string; back?: 'Home' | 'Back to Explore' }) {
  const back = props.back ?? 'Home'
  return (
    <Pause
      pose="oops"
      level={1}
      title={props.title}
      action={
        <Link className="button" to={back === 'Home' ? '/' : '/explore'}>
          {back}
        </Link>
      }
    >
      <p>{props.children}</p>
    </Pause>
  )
}

/** A failure outside every screen, in the frame of the house. */
export function PageFailure({ error, requestId }: { error: unknown; requestId: string | null }) {
  return (
    <div className="frame">
      <Header />
      <main id="main" className="wrap page">
        <FailureNote error={error} requestId={requestId} />
      </main>
      <Footer />
      <BottomBar />
    </div>
  )
}
