import { useEffect, useRef, useState } from 'react'
import { callApi } from '#app/http/api-client.ts'
import { toRefusal } from '#app/http/refusal-shown.ts'

interface LikeState {
  liked: boolean
  likes: number
}

/** The viewer's like, which every button of it on the page shares: changes at once, and goes back when the server refuses. */
export function useLike(episodeId: string, { liked, likes }: LikeState) {
  const [state, setState] = useState<LikeState>({ liked, likes })
  const [refusal, setRefusal] = useState<string | null>(null)
  const latest = useRef(0)
  useEffect(() => setState({ liked, likes }), [liked, likes])

  async function toggle(): Promise<void> {
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

  return { ...state, refusal, toggle }
}

export type Like = ReturnType<typeof useLike>
