import { useState } from 'react'
import { usePart } from '#app/ui/use-part.ts'
import type { SideContents } from './side-panel-props.ts'

const loadLines = () => import('#app/captions/captions-lines.tsx')

interface SideLinesProps extends Pick<SideContents, 'episodeId' | 'creatorUid'>, NonNullable<SideContents['lines']> {
  /** How often somebody asked for the search. */
  finds: number
}

/** The transcript, whose code is loaded when it is first shown. */
export function SideLines(props: SideLinesProps) {
  const [hasFailed, setFailed] = useState(false)
  const part = usePart(loadLines, true, () => setFailed(true))
  if (part) return <part.LinesPanel {...props} />
  return hasFailed ? (
    <p className="message" role="alert">
      The transcript could not be loaded. Please reload the page.
    </p>
  ) : null
}
