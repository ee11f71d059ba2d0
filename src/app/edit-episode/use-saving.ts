import { useEffect, useState } from 'react'
import { type ActionProblem, actionProblemOf } from '#app/dashboard/action-problem.ts'
import { type EpisodeEdit, editEpisode } from '#app/dashboard/dashboard-api.ts'
import type { EditedEpisode } from '#app/own-episodes/own-row.ts'

/** How long the bar says that everything is saved. @see docs/product.md#editing-an-episode */
const SAVED_MS = 4000

export type SavingPhase = 'idle' | 'saving' | 'saved'

/** Saves changes of an episode, one request at a time. @param refused the problem of a form sent without scripts */
export function useSaving(id: string, refused: ActionProblem | null, onSaved: (edited: EditedEpisode) => void) {
  const [phase, setPhase] = useState<SavingPhase>('idle')
  const [problem, setProblem] = useState(refused)

  useEffect(() => {
    if (phase !== 'saved') return
    const timer = setTimeout(() => setPhase('idle'), SAVED_MS)
    return () => clearTimeout(timer)
  }, [phase])

  /** @returns null when it is saved, and otherwise why not */
  async function save(edit: EpisodeEdit): Promise<ActionProblem | null> {
    setPhase('saving')
    setProblem(null)
    try {
      onSaved(await editEpisode(id, edit))
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
