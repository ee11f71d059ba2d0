import { useEffect, useState } from 'react'
import { findVideo } from '#app/playback/watch-video.ts'
import { usePart } from '#app/ui/use-part.ts'

const loadParts = () => import('./notes-parts.ts')

/** Notes wait no longer than this for the video: its first frame may be late, or load only when it is played. */
const WAIT_MS = 2_000

/** The code of the notes on the page of an episode; null until its video has a frame to show, which comes first. */
export function useNotesParts(episodeId: string) {
  const hasFrame = useHasFrame(episodeId)
  const parts = usePart(loadParts, hasFrame, () => {})
  return hasFrame ? parts : null
}

function useHasFrame(episodeId: string): boolean {
  const [readyId, setReadyId] = useState<string | null>(null)
  useEffect(() => {
    const finish = () => setReadyId(episodeId)
    const video = findVideo()
    if (!video || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return finish()
    const controller = new AbortController()
    for (const type of ['loadeddata', 'error']) video.addEventListener(type, finish, { signal: controller.signal })
    const timer = setTimeout(finish, WAIT_MS)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [episodeId])
  return readyId === episodeId
}
