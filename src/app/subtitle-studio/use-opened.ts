import { useEffect, useState } from 'react'
import { loadFrames } from '#app/study/load-frames.ts'
import { emptyScript, openScript, writeScript } from '#subtitles/script/script.ts'
import type { Script } from '#subtitles/script/script-parts.ts'
import { readDraft } from './kept-draft.ts'
import type { StudioMedia } from './load-studio.server.ts'
import { loadScript } from './stored-text.ts'
import type { StudioText } from './use-saving.ts'
import type { VideoFrames } from './video-frames.ts'

/** A text and its video, ready to be edited. */
export interface Opened {
  videoFrames: VideoFrames
  /** The text as the server has it; an empty one for a new text. */
  stored: { script: Script; version: number | null; fonts: readonly string[] }
  /** The script with the changes that this device has kept, or as stored without any. */
  script: Script
}

const noFonts: readonly string[] = []

/** Loads a text and its video, whose frames may still be analysed (`awaited`). @returns a function that retries, too */
export function useOpened(
  text: StudioText,
  { media, durationSeconds, draftKey }: { media: StudioMedia; durationSeconds: number | null; draftKey: string },
): [Opened | 'loading' | 'awaited' | 'failed', () => void] {
  const [opened, setOpened] = useState<Opened | 'loading' | 'awaited' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const id = 'id' in text ? text.id : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts of a video stay the same while its lines change
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const open = async () => {
      const [videoFrames, stored] = await Promise.all([
        loadFrames({ ...media, credentials: 'same-origin' }, durationSeconds ?? 0, signal, () => setOpened('awaited')),
        id === null ? { script: emptyScript, version: null, fonts: noFonts } : loadScript(id, signal),
      ])
      if (signal.aborted) return
      const draft = readDraft(draftKey)
      const isChanged = draft !== null && draft.text !== writeScript(stored.script)
      setOpened({
        videoFrames,
        stored: { ...stored, version: isChanged ? draft.version : stored.version },
        script: isChanged ? openScript(draft.format, draft.text) : stored.script,
      })
    }
    open().catch(() => !signal.aborted && setOpened('failed'))
    return () => controller.abort()
  }, [id, media.videoId, draftKey, attempt])

  const retry = () => {
    setOpened('loading')
    setAttempt(attempt + 1)
  }
  return [opened, retry]
}
