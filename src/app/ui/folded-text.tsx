import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** From these on, only the beginning of a text is shown at first. @see docs/product.md#text */
const LONG_CHARACTERS = 900
const LONG_LINES = 12

interface FoldedTextProps {
  className: string
  text: string
  /** The text with its links; by default the text as it is. */
  children?: ReactNode
}

/** A text that people wrote. The rest of a long one is behind 'More', also without scripts. */
export function FoldedText({ className, text, children = text }: FoldedTextProps) {
  if (!isLongText(text)) return <p className={className}>{children}</p>
  return (
    <div className="folded">
      <FoldSwitch className="folded-more" />
      <p className={className}>{children}</p>
    </div>
  )
}

/** Stands below the text that follows it. @param more names what else is folded, such as '5 chapters' */
export function FoldSwitch({ className, more = null }: { className: string; more?: string | null }) {
  return (
    <details className={className}>
      <summary>
        <Icon name="down" />
        <span className="fold-open">{more === null ? 'More' : `More, with ${more}`}</span>
        <span className="fold-close">Less</span>
      </summary>
    </details>
  )
}

export function isLongText(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES
}
