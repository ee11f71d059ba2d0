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
  /** Where the form leads back to without scripts; the episode's page otherwise. */
  next?: string
}

/** Adds an episode to Watch Later, or removes it. The button changes at once, and changes back if the server refuses. */
export function WatchLaterButton(props: WatchLaterButtonProps) {
  const { episodeId, isInWatchLater, isSignedIn, what, next = `/watch/${episodeId}` } = props
  const fetcher = useFetcher<LibraryResult>()
  const hiddenName = what && <span className="visually-hidden"> {what}</span>
  if (!isSignedIn) {
    return (
      <LoginLink className="button" path={next}>
        <Icon name="later" />
        Watch Later
        {hiddenName}
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
      <button type="submit" className={isPressed ? 'button is-on' : 'button'} aria-pressed={isPressed}>
        <Icon name={isPressed ? 'check' : 'later'} />
        {isPressed ? 'In Watch Later' : 'Watch Later'}
        {hiddenName}
      </button>
      {fetcher.data?.refused && <ErrorMessage>{fetcher.data.refused.message}</ErrorMessage>}
    </Form>
  )
}
