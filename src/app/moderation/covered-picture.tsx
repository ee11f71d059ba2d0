import { type ReactNode, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

interface CoveredPictureProps {
  /** The name or the time of the picture. */
  name: string
  isRevealed: boolean
  toggle: () => void
  /** Whether the picture is the one that a report is about. */
  isReported?: boolean
  children: ReactNode
}

/** A picture that is blurred until somebody reveals it. */
export function CoveredPicture({ name, isRevealed, toggle, isReported = false, children }: CoveredPictureProps) {
  return (
    <label className={isReported ? 'queue-frame middle is-reported' : 'queue-frame middle'}>
      {/* Works without scripts, too: the styles follow the box. */}
      <input type="checkbox" className="visually-hidden" checked={isRevealed} onChange={toggle} />
      <span className="visually-hidden">
        Reveal: {name}
        {isReported && ', reported'}
      </span>
      {children}
      <Icon name="hide" />
      <span className="queue-frame-time" aria-hidden="true">
        {name}
      </span>
    </label>
  )
}

/** The button that reveals all pictures of a panel or covers them; `R` presses it. */
export function RevealButton({
  count,
  isRevealed,
  onClick,
}: {
  count: number
  isRevealed: boolean
  onClick: () => void
}) {
  return (
    <button type="button" data-reveal className="button button-small" aria-pressed={isRevealed} onClick={onClick}>
      <Icon name={isRevealed ? 'hide' : 'eye'} />
      {isRevealed ? 'Cover' : 'Reveal'}
      {count > 1 && ' All'}
      <span aria-hidden="true">
        <kbd>R</kbd>
      </span>
    </button>
  )
}

/** Which pictures of a panel are revealed; forgotten with the item. */
export function useRevealed() {
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set())
  return {
    isRevealed: (key: string) => revealed.has(key),
    toggle: (key: string) =>
      setRevealed((before) =>
        before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]),
      ),
    revealOnly: (keys: string[]) => setRevealed(new Set(keys)),
  }
}
