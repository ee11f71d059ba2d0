import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Refused } from '#app/http/refused.server.ts'
import { PROOF_FIELD } from './proof-field.ts'

/** The server may find a proof too old, on a slow device. */
const MAX_ATTEMPTS = 3

/**
 * Solves the challenge of a form that was refused with `request.proof_required`, in a worker, and sends the form again with
 * the proof in its field `proof`.
 *
 * @param refused of the answer to a form that is still on the page as it was typed, each a new object; null for any other
 * @returns whether that is under way; not after three attempts, nor without workers
 */
export function useProof(form: RefObject<HTMLFormElement | null>, refused: Refused | null): boolean {
  const attempts = useRef(0)
  const [unsolved, setUnsolved] = useState<Refused | null>(null)
  useEffect(() => {
    if (!refused) return
    if (!refused.proof) {
      attempts.current = 0
      return
    }
    attempts.current += 1
    const giveUp = () => {
      attempts.current = 0
      setUnsolved(refused)
    }
    if (attempts.current > MAX_ATTEMPTS) return giveUp()
    const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const field = form.current?.elements.namedItem(PROOF_FIELD)
      if (!(field instanceof HTMLInputElement)) return
      field.value = data
      form.current?.requestSubmit()
    })
    worker.postMessage(refused.proof)
    return () => worker.terminate()
  }, [form, refused])
  return refused?.proof !== undefined && refused !== unsolved
}
