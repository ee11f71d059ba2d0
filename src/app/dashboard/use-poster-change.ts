import { useState } from 'react'
import { messages } from '#app/messages.ts'
import { POSTER_MAX_BYTES } from '#video/poster.ts'
import { choosePoster } from './dashboard-api.ts'
import type { ListNews } from './own-list.ts'
import type { OwnRow } from './own-row.ts'
import type { PosterChange } from './poster-section.tsx'
import { type Problem, problemOf } from './problems.ts'

/** Changing the picture of an own episode without a reload. */
export function usePosterChange(row: OwnRow, hear: (news: ListNews) => void): PosterChange {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    problem,
    async choose(wish) {
      // The server would refuse it while it is still on its way, and its answer be lost.
      if (wish && 'picture' in wish && wish.picture.size > POSTER_MAX_BYTES) {
        setProblem({ detail: messages['video.poster_too_large'], field: 'poster' })
        return false
      }
      setBusy(true)
      setProblem(null)
      try {
        hear({ type: 'pictured', id: row.id, ...(await choosePoster(row.videoId, wish)) })
        return true
      } catch (thrown) {
        setProblem(problemOf(thrown))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
