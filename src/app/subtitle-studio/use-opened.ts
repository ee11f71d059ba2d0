import { useEffect, useState } from 'react'
import { loadFilm } from '#app/study/load-film.ts'
import { emptyScript, openScript, writeScript } from '#subtitles/script/script.ts'
import type { Script } from '#subtitles/script/script-parts.ts'
import type { Film } from './film.ts'
import { readDraft } from './kept-draft.ts'
import type { StudioMedia } from './load-studio.server.ts'
import { loadScript } from './stored-text.ts'
import type { StudioText } from './use-saving.ts'

/** A text and its film, ready to be edited. */
export interface Opened {
  film: Film
  /** As the server has it; an empty one for a new text. */
  stored: { script: Script; version: number | null; fonts: readonly string[] }
  /** With the changes that this device has kept, else the same. */
  script: Script
}

const noFonts: readonly string[] = []

/** Loads a text and its film, whose frames may still be analysed (`awaited`). @returns what tries again, too */
export function useOpened(
  text: StudioText,
  { media, durationSeconds, draftKey }: { media: StudioMedia; durationSeconds: number | null; draftKey: string },
): [Opened | 'loading' | 'awaited' | 'failed', () => void] {
  const [opened, setOpened] = useState<Opened | 'loading' | 'awaited' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const id = 'id' in text ? text.id : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts of a film do not change while its lines are edited
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const open = async () => {
      const [film, stored] = await Promise.all([
        loadFilm({ ...media, credentials: 'same-origin' }, durationSeconds ?? 0, signal, () => setOpened('awaited')),
        id === null ? { script: emptyScript, version: null, fonts: noFonts } : loadScript(id, signal),
      ])
      if (signal.aborted) return
      const draft = readDraft(draftKey)
      const isChanged = draft !== null && draft.text !== writeScript(stored.script)
      setOpened({
        film,
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
