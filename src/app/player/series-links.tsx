import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'

/** Paths of the watch pages before and after this one in the series; null for none. */
export interface SeriesPaths {
  previous: string | null
  next: string | null
}

/** Links to the episodes before and after. */
export function SeriesLinks({ series: { previous, next } }: { series: SeriesPaths }) {
  return (
    <>
      {previous && (
        <Link className="icon-button controls-series" to={previous} rel="prev" aria-label="Previous in series">
          <Icon name="epprev" />
        </Link>
      )}
      {next && (
        <Link className="icon-button controls-series" to={next} rel="next" aria-label="Next in series">
          <Icon name="epnext" />
        </Link>
      )}
    </>
  )
}
