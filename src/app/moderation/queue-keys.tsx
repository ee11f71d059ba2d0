import { useId } from 'react'
import { Modal } from '#app/ui/modal.tsx'

const keys = [
  { names: ['J', 'K'], does: 'Next / previous item' },
  { names: ['M'], does: 'My items / all items' },
  { names: ['R'], does: 'Reveal / cover all images' },
  { names: ['1', '7'], does: 'Choose a decision' },
  { names: ['Enter'], does: 'Decide' },
  { names: ['U'], does: 'Undo the last decision (within 10 seconds)' },
  { names: ['?'], does: 'Show this list' },
] as const

/** The keys of the queue. */
export function QueueKeys({ onClosed }: { onClosed: () => void }) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {() => (
        <>
          <h2 id={titleId}>Keyboard</h2>
          <dl className="queue-keys-list">
            {keys.map(({ names, does }) => (
              <div key={does}>
                <dt>
                  <kbd>{names[0]}</kbd>
                  {names.length > 1 && (
                    <>
                      {names[0] === '1' ? ' to ' : ' '}
                      <kbd>{names[1]}</kbd>
                    </>
                  )}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Modal>
  )
}
