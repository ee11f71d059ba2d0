import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#app/http/api-client.ts'
import type { Script } from '#subtitles/script/script-parts.ts'
import { dropDraft, keepDraft } from './kept-draft.ts'
import { addScript, type NewText, type StoredText, saveScript } from './stored-text.ts'

/** The edited text: one that the server has, or a new one. */
export type StudioText = { id: string } | { episodeId: string; fields: NewText }

interface SavedScript {
  script: Script
  /** Null for a text that was not saved yet. */
  version: number | null
}

/** The failure of the last attempt to save. */
export interface SaveFailure {
  message: string
  /** Whether another version has been saved since this one was read. */
  isOutdated: boolean
}

/** Changes are kept this long after the last key. */
const KEEP_DELAY_MS = 400

/** Saves versions, and keeps changes on this device until then. */
export function useSaving(
  text: StudioText,
  opened: SavedScript,
  { script, draftKey, onSaved }: { script: Script; draftKey: string; onSaved(stored: StoredText): void },
) {
  const [saved, setSaved] = useState(opened)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const hasChanges = script !== saved.script
  const isKept = useKeptChanges(draftKey, script, saved)

  async function save(isOverwriting = false): Promise<void> {
    if (isSaving || !hasChanges) return
    setSaving(true)
    setFailure(null)
    const { signal } = new AbortController()
    try {
      const stored =
        'id' in text
          ? await saveScript(text.id, script, isOverwriting ? null : saved.version, signal)
          : await addScript(text.episodeId, script, text.fields, signal)
      setSaved({ script, version: stored.version })
      onSaved(stored)
    } catch (problem) {
      setFailure(failureOf(problem))
    } finally {
      setSaving(false)
    }
  }

  return { saved, hasChanges, isKept, isSaving, failure, save }
}

function failureOf(problem: unknown): SaveFailure {
  const isOutdated = problem instanceof ApiProblem && problem.code === 'subtitles.changed'
  if (isOutdated) return { message: 'Someone saved a newer version while you were editing.', isOutdated }
  const detail = problem instanceof ApiProblem && problem.status > 0 ? problem.detail : null
  return { message: detail ?? 'Not saved. Your lines are backed up on this device. Please try again.', isOutdated }
}

/** @returns false when this device cannot keep them */
function useKeptChanges(key: string, script: Script, saved: SavedScript): boolean {
  const [isKept, setKept] = useState(true)
  const latest = useRef({ script, saved })
  latest.current = { script, saved }
  useEffect(() => {
    const keep = () => {
      const { script: now, saved: before } = latest.current
      if (now === before.script) dropDraft(key)
      else setKept(keepDraft(key, now, before.version))
    }
    const timer = script === saved.script ? keep() : setTimeout(keep, KEEP_DELAY_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      if (timer === undefined) return
      // This runs when the studio is left, too.
      clearTimeout(timer)
      keep()
    }
  }, [key, script, saved])
  return isKept
}
