import type { ReactNode } from 'react'
import { FoldSwitch, isLongText } from '#app/ui/folded-text.tsx'

/** From this length on, a phone shows the beginning only: about three of its lines. */
const LONG_CHARACTERS = 140
const LONG_LINES = 3

/**
 * The description of the episode, with its tags. On a phone a long one is folded, a very long one everywhere, also
 * without scripts.
 */
export function Description({ text, children }: { text: string; children: ReactNode }) {
  if (text === '') return <>{children}</>
  const isLong = text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES
  const classes = ['watch-about-film', isLong && 'is-long', isLongText(text) && 'is-long-everywhere']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {isLong && (
        // Hidden where everything is shown.
        <FoldSwitch className="watch-more" />
      )}
      <p className="watch-description">{text}</p>
      {children}
    </div>
  )
}
