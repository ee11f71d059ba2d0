import { useEffect, useState } from 'react'
import { changeFollow, followProblem } from '#app/episodes/change-follow.ts'
import type { FollowState } from '#community/follow.ts'

/** A creator as a follow button needs it; `following` is null for anonymous visitors and for the creator. */
export interface Followable {
  uid: string
  followers: number
  following: boolean | null
}

/** Changes at once, and goes back when the server refuses. */
export function useFollow({ uid, followers, following }: Followable) {
  const [state, setState] = useState<FollowState>({ followers, following: following === true })
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The page was loaded again.
  useEffect(() => setState({ followers, following: following === true }), [followers, following])

  async function toggle(): Promise<void> {
    if (isBusy) return
    const before = state
    const isFollowing = !before.following
    setBusy(true)
    setError(null)
    setState({ following: isFollowing, followers: Math.max(0, before.followers + (isFollowing ? 1 : -1)) })
    try {
      setState(await changeFollow(uid, isFollowing))
    } catch (thrown) {
      setState(before)
      setError(followProblem(thrown))
    } finally {
      setBusy(false)
    }
  }

  return { ...state, error, toggle }
}
