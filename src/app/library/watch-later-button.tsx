import { Form, useFetcher } from 'react-router'
import { LoginLink } from '#app/auth/login-link.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { LibraryIntent, LibraryResult } from './library-forms.ts'

interface WatchLaterButtonProps {
  episodeId: string
  isInWatchLater: boolean
  isSignedIn: boolean
  /** Name of the episode, where the page is about something else. */
  what?: string
  /** Whether it is an icon alone, with its words for screen readers. */
  isIcon?: boolean
  /** Where the form leads back to without scripts; the episode's page otherwise. */
  next?: string
}

/** Adds an episode to Watch Later, or removes it. The button changes at once, and changes back if the server refuses. */
export function WatchLaterButton(props: WatchLaterButtonProps) {
  const { episodeId, isInWatchLater, isSignedIn, what, isIcon = false, next = `/watch/${episodeId}` } = props
  const fetcher = useFetcher<LibraryResult>()
  const nameOf = (words: string) =>
    isIcon ? (
      <span className="visually-hidden">{what ? `${words} ${what}` : words}</span>
    ) : (
      <>
        {words}
        {what && <span className="visually-hidden"> {what}</span>}
      </>
    )
  const look = isIcon ? 'icon-button' : 'button'
  if (!isSignedIn) {
    return (
      <LoginLink className={look} path={next}>
        <Icon name="later" />
        {nameOf('Watch Later')}
      </LoginLink>
    )
  }
  const requested = fetcher.formData?.get('intent')
  const isPressed = requested ? requested === 'keep' : isInWatchLater
  const intent: LibraryIntent = isPressed ? 'remove from later' : 'keep'
  return (
    <Form
      method="post"
      action={`/library?next=${encodeURIComponent(next)}`}
      onSubmit={(event) => {
        event.preventDefault()
        void fetcher.submit({ intent, episodeId }, { method: 'post', action: '/library' })
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="episodeId" value={episodeId} />
      <button type="submit" className={isPressed ? `${look} is-on` : look} aria-pressed={isPressed}>
        {/* A check alone would read as 'watched'. */}
        <Icon name={isPressed && !isIcon ? 'check' : 'later'} />
        {nameOf(isPressed ? 'In Watch Later' : 'Watch Later')}
      </button>
      {fetcher.data?.refused && <ErrorMessage>{fetcher.data.refused.message}</ErrorMessage>}
    </Form>
  )
}
