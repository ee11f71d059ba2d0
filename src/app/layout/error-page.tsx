import { isRouteErrorResponse } from 'react-router'
import { refusalIn } from '#app/http/page-refusal.ts'
import { NotArrived } from '#app/offline/not-arrived.tsx'
import { OfflineStrip } from '#app/offline/offline-strip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import { BottomNav, Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Whether the error is a 404 response. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

interface ErrorPageProps {
  error: unknown
  requestId: string | null
  /** URL of the page, if it is not the one that is open. */
  url?: string | undefined
}

/** The 404 message; or a refusal or failure of the page, with the request id to look up in the log. */
function ErrorState({ error, requestId, url }: ErrorPageProps) {
  if (isNotFound(error)) return <NoSuchPage />
  const refusal = refusalIn(error)
  if (!refusal) return <NotArrived error={error} requestId={requestId} {...(url !== undefined && { url })} />
  return (
    <EmptyState
      pose="oops"
      level={1}
      title="This did not work"
      action={
        <Link className="button" to="/" reloadDocument>
          Home
        </Link>
      }
    >
      <p>{refusal.message}</p>
      {requestId && <p className="request-id">Request number: {requestId}</p>}
    </EmptyState>
  )
}

/** There is nothing at this URL. */
export function NoSuchPage() {
  return (
    <NotFoundState title="404 Not Found">
      There is no page at this address. Check the link, or go back home.
    </NotFoundState>
  )
}

/** Message for something that does not exist, or whose existence is hidden from this user. */
export function NotFoundState(props: { title: string; children: string; back?: 'Home' | 'Back to Explore' }) {
  const back = props.back ?? 'Home'
  return (
    <EmptyState
      pose="oops"
      level={1}
      title={props.title}
      action={
        <Link className="button button-primary" to={back === 'Home' ? '/' : '/explore'}>
          {back}
        </Link>
      }
    >
      <p>{props.children}</p>
    </EmptyState>
  )
}

/** An error outside every screen, in the shared layout. */
export function ErrorPage({ error, requestId, url }: ErrorPageProps) {
  return (
    <div className="frame">
      <Header />
      <main id="main">
        <OfflineStrip />
        <div className="wrap page">
          <ErrorState error={error} requestId={requestId} url={url} />
        </div>
      </main>
      <Footer />
      <BottomNav />
    </div>
  )
}
