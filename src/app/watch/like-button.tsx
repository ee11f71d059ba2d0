import type { FormEvent } from 'react'
import { useCurrentUser } from '#app/http/current-user.ts'
import { loginPath } from '#app/http/login-path.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Like } from './use-like.ts'

interface LikeButtonProps {
  episodeId: string
  like: Like
  /** A message of the page's answer to the form, without scripts. */
  refused?: string | null
}

/** 'Like' or 'Liked'. Without scripts, a form; signed out, it leads to the login and back. */
export function LikeButton({ episodeId, like, refused = null }: LikeButtonProps) {
  const user = useCurrentUser()
  const path = `/watch/${encodeURIComponent(episodeId)}`

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (user) void like.toggle()
    else location.assign(loginPath(path, currentSeconds()))
  }

  return (
    <form className="like-form" method="post" action={path} onSubmit={submit}>
      <input type="hidden" name="intent" value={like.liked ? 'unlike' : 'like'} />
      <button type="submit" className="button like" aria-pressed={like.liked}>
        <Icon name={like.liked ? 'heart-on' : 'heart'} />
        {like.liked ? 'Liked' : 'Like'}
        {like.likes > 0 && <span className="figures">{formatCount(like.likes)}</span>}
      </button>
      {(like.refusal ?? refused) && (
        <p className="message" role="alert">
          {like.refusal ?? refused}
        </p>
      )}
    </form>
  )
}
