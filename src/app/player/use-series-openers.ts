import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { SeriesPaths } from './series-links.tsx'

/** Lead to the episodes before and after in the series; null without one. */
export interface SeriesOpeners {
  openPrevious: (() => void) | null
  openNext: (() => void) | null
}

export function useSeriesOpeners(series: SeriesPaths | undefined): SeriesOpeners {
  const navigate = useNavigate()
  const [previous, next] = [series?.previous ?? null, series?.next ?? null]
  return useMemo(() => {
    const opener = (path: string | null) => (path === null ? null : () => void navigate(path))
    return { openPrevious: opener(previous), openNext: opener(next) }
  }, [navigate, previous, next])
}
