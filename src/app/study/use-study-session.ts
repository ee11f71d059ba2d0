import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { PlayerCommands } from '#app/player/use-player.ts'
import { decodesFrames } from './decode-segment.ts'
import { FrameStore } from './frame-store.ts'
import { loadFrames } from './load-frames.ts'
import { indexRendition } from './rendition-index.ts'
import { pressStudyKey } from './study-keys.ts'
import { StudySession } from './study-session.ts'
import { initialStudyState, type StudyState } from './study-state.ts'

interface StudyParts {
  video: RefObject<HTMLVideoElement | null>
  study: StudyOptions
  hls: string
  durationSeconds: number
  commands: PlayerCommands
}

/** `awaited`: the video's frames are being analysed; `failed`: they could not be read. */
export type StudyAccess = StudySession | 'loading' | 'awaited' | 'failed'

/** Notices of a key in place of a step. */
const refusals = {
  awaited: 'The frames of this episode are still being analyzed.',
  failed: 'The frames could not be read.',
}

/** The study session of a video, from now on until the player is gone; and a function that retries after a failure. */
export function useStudySession({
  video,
  study,
  hls,
  durationSeconds,
  commands,
}: StudyParts): [StudyAccess, () => void] {
  const [access, setAccess] = useState<StudyAccess>('loading')
  const [attempt, setAttempt] = useState(0)
  const { videoId, loop } = study
  const isReady = durationSeconds > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other facts of an episode do not change while it is watched
  useEffect(() => {
    const element = video.current
    if (!element || !isReady) return
    const closing = new AbortController()
    let session: StudySession | null = null
    const open = async () => {
      const frames = await loadFrames(study, durationSeconds, closing.signal, () => {
        setAccess('awaited')
        // The analysis takes minutes; a loop link does not hold the video for so long.
        commands.endHold(false)
        if (loop) commands.notify(refusals.awaited)
      })
      if (closing.signal.aborted) return
      const opened = new StudySession(element, frames)
      session = opened
      const range = loop && loop.from < frames.times.count ? { from: loop.from, to: frames.times.clamp(loop.to) } : null
      if (range) opened.dispatch({ type: 'loop', range })
      setAccess(opened)
      // Where it fails, the video element shows the frames, if more slowly.
      const segments = decodesFrames() ? await indexRendition(hls, 'stepping').catch(() => null) : null
      if (closing.signal.aborted) return
      if (segments) opened.setStore(new FrameStore(segments, frames.times, (frame) => opened.frameStored(frame)))
      await opened.loopStored()
      if (closing.signal.aborted) return
      if (range && element.paused) opened.goTo(range.from)
      commands.endHold(true)
    }
    open().catch(() => {
      if (closing.signal.aborted) return
      setAccess('failed')
      commands.endHold(false)
    })
    return () => {
      closing.abort()
      session?.close()
    }
  }, [video, videoId, hls, isReady, attempt])

  useEffect(() => {
    if (access === 'loading') return
    if (!(access instanceof StudySession)) {
      commands.connectStudy(() => {
        commands.notify(refusals[access])
        return true
      })
      return () => commands.connectStudy(null)
    }
    commands.connectStudy((key, isRepeat) => pressStudyKey(access, commands, key, isRepeat))
    const stop = () => access.stopRun()
    window.addEventListener('keyup', stop)
    window.addEventListener('blur', stop)
    return () => {
      commands.connectStudy(null)
      window.removeEventListener('keyup', stop)
      window.removeEventListener('blur', stop)
    }
  }, [access, commands])

  const retry = () => {
    setAccess('loading')
    setAttempt(attempt + 1)
  }
  return [access, retry]
}

const subscribeToNothing = () => () => {}

/** The present state of a session. */
export function useStudyState(session: StudySession | null): StudyState {
  return useSyncExternalStore(
    session?.subscribe ?? subscribeToNothing,
    () => session?.state ?? initialStudyState,
    () => initialStudyState,
  )
}
