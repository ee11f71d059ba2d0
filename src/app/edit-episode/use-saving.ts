import { useEffect, useState } from 'react'
import { type ActionProblem, actionProblemOf } from '#app/dashboard/action-problem.ts'
import { type EpisodeEdit, editEpisode } from '#app/dashboard/dashboard-api.ts'
import type { EditedEpisode } from '#app/own-episodes/own-row.ts'
import type { FormField } from './changed-fields.ts'

/** How long the bar says that everything is saved. @see docs/product.md#editing-an-episode */
const SAVED_MS = 4000

/** Something of the page that is saved with the form, by a request of its own. */
export interface SavedPart {
  field: FormField
  isUnsaved: boolean
  /** @throws ApiProblem */
  save(): Promise<void>
  discard(): void
}

export type SavingPhase = 'idle' | 'saving' | 'saved'

/** Saves changes of an episode, one request after another. @param refused the problem of a form sent without scripts */
export function useSaving(id: string, refused: ActionProblem | null, onSaved: (edited: EditedEpisode) => void) {
  const [phase, setPhase] = useState<SavingPhase>('idle')
  const [problem, setProblem] = useState(refused)

  useEffect(() => {
    if (phase !== 'saved') return
    const timer = setTimeout(() => setPhase('idle'), SAVED_MS)
    return () => clearTimeout(timer)
  }, [phase])

  /**
   * Saves the form first, then each part; what comes after a failure stays unsaved.
   *
   * @param edit null if nothing of the form changed
   * @returns null when all is saved, and otherwise why not
   */
  async function save(edit: EpisodeEdit | null, parts: readonly SavedPart[]): Promise<ActionProblem | null> {
    setPhase('saving')
    setProblem(null)
    try {
      if (edit) onSaved(await editEpisode(id, edit))
      for (const part of parts) await part.save()
      setPhase('saved')
      return null
    } catch (thrown) {
      const found = actionProblemOf(thrown)
      setProblem(found)
      setPhase('idle')
      return found
    }
  }

  return { phase, problem, save, forgetProblem: () => setProblem(null) }
}
