import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readFrameRange } from '#app/playback/frame-range.ts'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { WatchData } from './load-watch.server.ts'

/** Options of study mode, from the data and the URL of the watch page. */
export function useStudyOptions({ episode, creator, study }: WatchData): StudyOptions {
  const [searchParams] = useSearchParams()
  const frames = searchParams.get('f') ?? ''
  return useMemo(
    () => ({
      ...study,
      credentials: 'same-origin',
      framesOpen: episode.framesOpen,
      by: creator.name,
      path: `/watch/${episode.id}`,
      loop: readFrameRange(frames),
    }),
    [study, episode.framesOpen, episode.id, creator.name, frames],
  )
}
