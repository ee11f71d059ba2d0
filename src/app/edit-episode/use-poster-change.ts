import { useState } from 'react'
import { type ActionProblem, actionProblemOf } from '#app/dashboard/action-problem.ts'
import { choosePoster } from '#app/dashboard/dashboard-api.ts'
import type { RowEvent } from '#app/dashboard/own-list.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import type { PosterChange } from './poster-section.tsx'

/** Changes the poster of an own episode without a reload. */
export function usePosterChange(row: OwnRow, onEvent: (event: RowEvent) => void): PosterChange {
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    problem,
    async choose(request) {
      // The server would refuse it during the upload, and its response would be lost.
      if (request && 'image' in request && request.image.size > IMAGE_MAX_BYTES) {
        setProblem({ detail: pageRefusals['video.poster_too_large'], field: 'poster' })
        return false
      }
      setBusy(true)
      setProblem(null)
      try {
        onEvent({ type: 'poster changed', id: row.id, ...(await choosePoster(row.videoId, request)) })
        return true
      } catch (thrown) {
        setProblem(actionProblemOf(thrown))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
