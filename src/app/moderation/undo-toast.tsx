import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { decisionWords } from '#app/messages/decisions.ts'
import { Icon } from '#app/ui/icon.tsx'
import { UNDO_SECONDS } from '#moderation/decision.ts'
import type { QueueData } from './load-queue.server.ts'

/** Says what was decided, and takes it back while that is possible: ten ticks, one a second. */
export function UndoToast({ made }: { made: NonNullable<QueueData['made']> }) {
  const [left, setLeft] = useState(made.secondsLeft)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <div className="toast row gap-3 undo-toast" role="status" hidden={left <= 0}>
      <Icon name="check" />
      <p>
        {decisionWords[made.decision].done}: {made.title}
        {made.isWaiting && ', once a second moderator agrees'}
      </p>
      <span className="undo-ticks" aria-hidden="true">
        {Array.from({ length: UNDO_SECONDS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks never move
          <i key={at} className={at < left ? 'is-left' : undefined} />
        ))}
      </span>
      <Form method="post" id="undo">
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="made" value={made.id} />
        <button type="submit" className="toast-undo">
          Undo{' '}
          <span aria-hidden="true">
            <kbd>U</kbd>
          </span>
        </button>
      </Form>
    </div>
  )
}
