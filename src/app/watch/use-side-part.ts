import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { readSidePart, rememberSidePart, type SidePart } from './remembered-side-part.ts'

export interface SideChoice {
  /** The part that is shown; beside the player, comments are shown in any case. */
  shown: SidePart
  /** Whether the page has one column, in which comments are a tab too. */
  isNarrow: boolean
  /** What somebody chose, or a link; null before. The style sheet shows comments then where there is one column. */
  chosen: SidePart | null
  choose(part: SidePart): void
}

/** Which tab of the watch page is open. @param offered those that this page has, in their order */
export function useSidePart(offered: readonly SidePart[]): SideChoice {
  const [params] = useSearchParams()
  const isNarrow = useMediaQuery('(max-width: 1023px)')
  const [chosen, setChosen] = useState<SidePart | null>(null)
  const findsLine = params.has('line')
  useEffect(() => {
    // What was open beside the player says nothing about a page of one column, which begins with its comments.
    const remembered = matchMedia('(max-width: 1023px)').matches ? null : readSidePart()
    setChosen(findsLine ? 'lines' : remembered)
  }, [findsLine])
  const possible = isNarrow ? offered : offered.filter((part) => part !== 'comments')
  const shown = possible.find((part) => part === chosen) ?? possible[0] ?? 'comments'

  function choose(part: SidePart): void {
    setChosen(part)
    if (part !== 'comments') rememberSidePart(part)
  }

  return { shown, isNarrow, chosen, choose }
}
