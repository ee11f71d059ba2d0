import { useEffect, useId, useRef } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { type KeyBinding, keyBindings } from './key-bindings.ts'
import '../styles/modal.css'
import '../styles/player-keyboard.css'

const groups = ['Watching', 'Picture', 'Study'] as const
/** Keys whose name on the keyboard differs from their `event.key`. */
const caps: Record<string, string> = { ' ': 'Space', Escape: 'Esc' }
const arrows: Record<string, { icon: IconName; name: string; isTurned?: boolean }> = {
  ArrowLeft: { icon: 'left', name: 'Left' },
  ArrowRight: { icon: 'left', name: 'Right', isTurned: true },
  ArrowUp: { icon: 'up', name: 'Up' },
  ArrowDown: { icon: 'up', name: 'Down', isTurned: true },
}

/** The keyboard sheet: every key of the player, from the table that the keyboard follows. */
export function PlayerKeyboard({ onClosed }: { onClosed(): void }) {
  const id = useId()
  return (
    <Modal labelledBy={id} size="wide" onClosed={onClosed}>
      {(close) => <Sheet headingId={id} close={close} />}
    </Modal>
  )
}

function Sheet({ headingId, close }: { headingId: string; close(): void }) {
  const latestClose = useRef(close)
  latestClose.current = close
  // The key that opened the sheet closes it, wherever the focus is in it.
  useEffect(() => {
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === '?') latestClose.current()
    }
    window.addEventListener('keydown', closeByKey)
    return () => window.removeEventListener('keydown', closeByKey)
  }, [])
  return (
    <div className="keyboard">
      <h2 id={headingId}>Keyboard shortcuts</h2>
      <div className="keyboard-groups">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {keyBindings
                .filter((binding) => binding.group === group)
                .map((binding) => (
                  <div key={binding.words}>
                    <dt>
                      <Keys binding={binding} />
                    </dt>
                    <dd>{binding.words}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="keyboard-note">
        <kbd>?</kbd> opens and closes this list. Shortcuts are off while you type.
      </p>
    </div>
  )
}

function Keys({ binding: { keys, withShift, isRange } }: { binding: KeyBinding }) {
  const shown = isRange ? [keys[0] ?? '', keys.at(-1) ?? ''] : keys
  return (
    <>
      {withShift && <kbd>Shift</kbd>}
      {shown.map((key, at) => (
        <span key={key}>
          {isRange && at > 0 && <i>to </i>}
          <Key name={key} />
        </span>
      ))}
    </>
  )
}

function Key({ name }: { name: string }) {
  const arrow = arrows[name]
  if (!arrow) return <kbd>{caps[name] ?? name.toUpperCase()}</kbd>
  return (
    <kbd className={arrow.isTurned ? 'is-turned' : undefined}>
      <Icon name={arrow.icon} />
      <span className="visually-hidden">{arrow.name}</span>
    </kbd>
  )
}
