import { useState } from 'react'
import type { TypedPlace } from '#app/dashboard/episode-place.ts'
import { SHOWN_FIELDS } from '#app/dashboard/shown-choices.ts'
import { seriesPlacing } from '#app/messages/dashboard.ts'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import type { SeriesCardData } from '#app/series/series-card.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'

/** A series that an episode can be put into. */
export interface SeriesChoice extends Pick<SeriesCardData, 'id' | 'title'> {
  /** The parts in their order. */
  parts: Pick<OwnRow, 'id' | 'title'>[]
}

/** All own series, with the own episodes in them. */
export function seriesChoices(series: SeriesCardData[], rows: OwnRow[]): SeriesChoice[] {
  const inOrder = rows.toSorted((one, other) => (one.seriesNumber ?? 0) - (other.seriesNumber ?? 0))
  const bySeries = Map.groupBy(inOrder, ({ seriesId }) => seriesId)
  return series.map(({ id, title }) => ({ id, title, parts: bySeries.get(id) ?? [] }))
}

interface InputProps {
  describedBy: string | undefined
  isInvalid?: boolean
}

interface SeriesFieldProps {
  row: OwnRow
  series: SeriesChoice[]
  chosen: TypedPlace
  /** The number that the field had before anything was typed. */
  shownNumber: string
  seriesProps: InputProps
  numberProps: InputProps
}

/** The one series that an episode is in, or none, and its number in it. */
export function SeriesField({ row, series, chosen, shownNumber, seriesProps, numberProps }: SeriesFieldProps) {
  const [{ id, number, shown }, setPlace] = useState({
    id: chosen.seriesId,
    number: chosen.seriesNumber,
    shown: shownNumber,
  })
  const target = series.find((each) => each.id === id) ?? null
  // A series that this page has not loaded: it was made elsewhere, or the session has ended.
  const isUnknown = chosen.seriesId !== '' && !series.some((each) => each.id === chosen.seriesId)
  const choose = (chosenId: string) => {
    const present = chosenId !== '' && chosenId === row.seriesId ? row.seriesNumber : null
    const found = series.find((each) => each.id === chosenId)
    const its = String(present ?? (found ? found.parts.length + 1 : ''))
    setPlace({ id: chosenId, number: its, shown: its })
  }
  return (
    <>
      <div className="series-place">
        <SelectField
          label="Series"
          name="seriesId"
          value={id}
          onChange={(event) => choose(event.currentTarget.value)}
          {...seriesProps}
        >
          <option value="">{seriesPlacing.none}</option>
          {isUnknown && <option value={chosen.seriesId}>{seriesPlacing.unknown}</option>}
          {series.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </SelectField>
        <input type="hidden" name={SHOWN_FIELDS.seriesNumber} value={shown} />
        <Field
          label="Number"
          name="seriesNumber"
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={(event) => setPlace({ id, number: event.currentTarget.value, shown })}
          {...(target && { hint: seriesPlacing.of(othersIn(target, row).length + 1) })}
          {...numberProps}
        />
      </div>
      <SeriesNote row={row} target={target} number={number} />
    </>
  )
}

function othersIn({ parts }: SeriesChoice, row: OwnRow): SeriesChoice['parts'] {
  return parts.filter(({ id }) => id !== row.id)
}

/** Says between which parts the episode is or will be, and leads to the editor of the series. */
function SeriesNote({ row, target, number }: { row: OwnRow; target: SeriesChoice | null; number: string }) {
  if (!target) {
    if (row.seriesId !== null) return null
    return (
      <p className="field-note">
        <Link className="link" to="/series/new">
          New Series
        </Link>
      </p>
    )
  }
  const others = othersIn(target, row)
  const before = Number(number) - 1
  const titleAt = (at: number) => (others[at] ? titleOf(others[at]) : null)
  const isNumber = Number.isInteger(before) && before >= 0 && before <= others.length
  return (
    <p className="field-note" aria-live="polite">
      {isNumber
        ? seriesPlacing.between(titleAt(before - 1), titleAt(before))
        : seriesPlacing.outside(others.length + 1)}{' '}
      <Link className="link" to={`/series/${target.id}/edit`}>
        Edit Series
      </Link>
    </p>
  )
}
