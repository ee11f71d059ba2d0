import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'

/** From this length on, a phone shows the beginning only: about three of its lines. */
const LONG_CHARACTERS = 140
const LONG_LINES = 3

/** The description of the episode, and what belongs to it. On a phone a long one is folded, also without scripts. */
export function Description({ text, children }: { text: string; children: ReactNode }) {
  if (text === '') return <>{children}</>
  const isLong = text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES
  return (
    <div className={isLong ? 'watch-about-film is-long' : 'watch-about-film'}>
      {isLong && (
        // Stands below the text; hidden where everything is shown.
        <details className="watch-more">
          <summary>
            <Icon name="down" />
            <span className="watch-more-open">More</span>
            <span className="watch-more-close">Less</span>
          </summary>
        </details>
      )}
      <p className="watch-description">{text}</p>
      {children}
    </div>
  )
}
