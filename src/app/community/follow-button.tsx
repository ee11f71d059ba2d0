import { type FormEvent, useId } from 'react'
import { LoginLink } from '#app/auth/login-link.tsx'
import { FollowingWord } from '#app/episodes/following-word.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { useFollow } from './use-follow.ts'

interface FollowButtonProps {
  uid: string
  name: string
  isSignedIn: boolean
  follow: ReturnType<typeof useFollow>
  /** The page that the form returns to without scripts. */
  path: string
}

/** 'Follow' or 'Following'. A form without scripts; signed out, a link to login and back. */
export function FollowButton({ uid, name, isSignedIn, follow, path }: FollowButtonProps) {
  const id = useId()
  if (!isSignedIn)
    return (
      <LoginLink className="button button-solid" path={path}>
        <Icon name="follow" />
        Follow
      </LoginLink>
    )
  function submit(event: FormEvent): void {
    event.preventDefault()
    void follow.toggle()
  }
  return (
    <form
      className="follow"
      method="post"
      action={`/creator/${uid}/follow?next=${encodeURIComponent(path)}`}
      onSubmit={submit}
    >
      <input type="hidden" name="following" value={follow.following ? 'no' : 'yes'} />
      <button
        type="submit"
        className={`button ${follow.following ? 'follow-on' : 'button-solid'}`}
        aria-pressed={follow.following}
        aria-describedby={id}
      >
        <Icon name={follow.following ? 'check' : 'follow'} />
        {follow.following ? <FollowingWord /> : 'Follow'}
      </button>
      <span id={id} className="visually-hidden">
        {name}
      </span>
      {follow.error && (
        <p className="follow-error" role="alert">
          {follow.error}
        </p>
      )}
    </form>
  )
}
