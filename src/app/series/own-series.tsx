import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { type SeriesCardData, SeriesCards } from './series-card.tsx'

/** A creator's own series on the dashboard, and the way to a new one. */
export function OwnSeries({ series }: { series: SeriesCardData[] }) {
  return (
    <section className="own-series" aria-labelledby="own-series-title">
      <div className="own-series-head row cluster spread">
        <h2 id="own-series-title">Series</h2>
        <Link className="button button-small" to="/series/new">
          <Icon name="plus" />
          New Series
        </Link>
      </div>
      {series.length === 0 ? (
        <p className="muted">Group related episodes and set their order.</p>
      ) : (
        <SeriesCards series={series} canEdit />
      )}
    </section>
  )
}
