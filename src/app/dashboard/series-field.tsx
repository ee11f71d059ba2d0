import { useState } from 'react'
import { seriesPlacing } from '#app/messages/dashboard.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import type { SeriesCardData } from '#app/series/series-card.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'

/** A series that an episode can be put into. */
export type SeriesChoice = Pick<SeriesCardData, 'id' | 'title' | 'episodeCount'>

interface SeriesFieldProps {
  row: OwnRow
  /** All own series. */
  series: SeriesChoice[]
  /** Empty for none. */
  chosenId: string
  describedBy: string | undefined
  isInvalid?: boolean
}

/** The one series that an episode is in, or none. */
export function SeriesField({ row, series, chosenId, describedBy, isInvalid }: SeriesFieldProps) {
  const [id, setId] = useState(chosenId)
  // A series that this page has not loaded: it was made elsewhere, or the session has ended.
  const isUnknown = chosenId !== '' && !series.some((each) => each.id === chosenId)
  return (
    <>
      <SelectField
        label="Series"
        name="seriesId"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        describedBy={describedBy}
        {...(isInvalid && { isInvalid })}
      >
        <option value="">{seriesPlacing.none}</option>
        {isUnknown && <option value={chosenId}>{seriesPlacing.unknown}</option>}
        {series.map((each) => (
          <option key={each.id} value={each.id}>
            {each.title}
          </option>
        ))}
      </SelectField>
      <SeriesNote row={row} chosen={series.find((each) => each.id === id) ?? null} />
    </>
  )
}

/** Says where the episode stands or will stand in the chosen series, and leads to its editor. */
function SeriesNote({ row, chosen }: { row: OwnRow; chosen: SeriesChoice | null }) {
  if (!chosen) {
    if (row.seriesId !== null) return null
    return (
      <p className="field-note">
        <Link className="link" to="/series/new">
          New Series
        </Link>
      </p>
    )
  }
  const stays = chosen.id === row.seriesId
  return (
    <p className="field-note" aria-live="polite">
      {stays ? seriesPlacing.part(row.seriesNumber, chosen.episodeCount) : seriesPlacing.last(chosen.episodeCount + 1)}{' '}
      <Link className="link" to={`/series/${chosen.id}/edit`}>
        Edit Series
      </Link>
    </p>
  )
}
