import { useState } from 'react'
import { type ActionProblem, actionProblemOf } from './action-problem.ts'
import { deleteEpisode } from './dashboard-api.ts'

/** Deletes an own episode; a failure leaves it, and can be tried again. */
export function useDeletion(id: string, onDeleted: () => void) {
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  async function remove(): Promise<void> {
    setDeleting(true)
    setProblem(null)
    try {
      await deleteEpisode(id)
    } catch (thrown) {
      setProblem(actionProblemOf(thrown))
      setDeleting(false)
      return
    }
    onDeleted()
  }

  return { problem, isDeleting, remove }
}
