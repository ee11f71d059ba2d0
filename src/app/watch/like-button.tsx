import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '#app/http/api-client.ts'
import { useCurrentUser } from '#app/http/current-user.ts'
import { loginPath } from '#app/http/login-path.ts'
import { toRefusal } from '#app/http/refusal-shown.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'

interface LikeState {
  liked: boolean
  likes: number
}

interface LikeButtonProps extends LikeState {
  episodeId: string
  /** A message of the page's answer to the form, without scripts. */
  refused: string | null
}

/** Likes the episode at once, and goes back when the server refuses. Without scripts, a form. */
export function LikeButton({ episodeId, liked, likes, refused }: LikeButtonProps) {
  const user = useCurrentUser()
  const [state, setState] = useState<LikeState>({ liked, likes })
  const [refusal, setRefusal] = useState<string | null>(null)
  const latest = useRef(0)
  useEffect(() => setState({ liked, likes }), [liked, likes])

  async function toggle(event: FormEvent) {
    event.preventDefault()
    const path = `/watch/${encodeURIComponent(episodeId)}`
    if (!user) return location.assign(loginPath(path, currentSeconds()))
    latest.current += 1
    const turn = latest.current
    const before = state
    const wanted = !before.liked
    setRefusal(null)
    setState({ liked: wanted, likes: before.likes + (wanted ? 1 : -1) })
    try {
      const stored = await callApi(wanted ? 'PUT' : 'DELETE', '/episodes/:id/like', { param: { id: episodeId } })
      if (turn === latest.current) setState(stored)
    } catch (thrown) {
      if (turn !== latest.current) return
      setState(before)
      setRefusal(toRefusal(thrown).message)
    }
  }

  return (
    <form className="like-form" method="post" action={`/watch/${encodeURIComponent(episodeId)}`} onSubmit={toggle}>
      <input type="hidden" name="intent" value={state.liked ? 'unlike' : 'like'} />
      <button type="submit" className="button like" aria-pressed={state.liked}>
        <Icon name={state.liked ? 'heart-on' : 'heart'} />
        {state.liked ? 'Liked' : 'Like'}
        {state.likes > 0 && <span className="figures">{formatCount(state.likes)}</span>}
      </button>
      {(refusal ?? refused) && (
        <p className="message" role="alert">
          {refusal ?? refused}
        </p>
      )}
    </form>
  )
}
