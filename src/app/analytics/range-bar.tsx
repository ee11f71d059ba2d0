import { type FormEvent, useRef } from 'react'
import { Form } from 'react-router'
import { allEpisodes } from '#app/messages/captions.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { readRange } from '#engagement/analytics/analytics.ts'
import type { AnalyticsData } from './load-analytics.server.ts'
import { choiceUrl, namedRanges, type RangeChoice } from './range-choice.ts'

interface RangeBarProps {
  /** The choice in the URL; the data follow it. */
  choice: RangeChoice
  data: AnalyticsData
  /** The creator's episodes, newest first. */
  episodes: { id: string; title: string }[]
  /** Whether live events arrive; null before scripts run. */
  isLive: boolean | null
}

/** More episodes than this are chosen by their links in the table. */
const MAX_OPTIONS = 200

/** The choice of days and of an episode: links, and forms that work without scripts, too. */
export function RangeBar({ choice, data, episodes, isLive }: RangeBarProps) {
  const { range, today } = data
  const custom = useRef<HTMLDetailsElement>(null)
  const csv = new URLSearchParams({ ...range, compare: 'true' })
  if (data.choice.episode !== '') csv.set('episodeId', data.choice.episode)
  const options = episodes.slice(0, MAX_OPTIONS)
  /** Closes the form, which lies over the figures, unless its days will be refused. */
  const handleApply = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const { from, to } = Object.fromEntries(new FormData(currentTarget))
    if (!custom.current || !readRange({ from: String(from), to: String(to) }, today)) return
    custom.current.open = false
    custom.current.querySelector('summary')?.focus()
  }
  return (
    <div className="range-bar row cluster gap-3">
      <nav className="range-links" aria-label="Range">
        {namedRanges.map(({ days, name }) => (
          <Link
            key={days}
            to={choiceUrl({ ...choice, days, from: '', to: '' })}
            aria-current={data.choice.days === days ? 'true' : undefined}
            preventScrollReset
          >
            {name}
          </Link>
        ))}
      </nav>
      <details ref={custom} className="range-custom" open={data.problem !== null}>
        <summary className="button">
          <Icon name="date" />
          {formatDate(new Date(range.from))} – {formatDate(new Date(range.to))}
        </summary>
        <Form
          className="paper range-form"
          method="get"
          action="/dashboard"
          noValidate
          onSubmit={handleApply}
          preventScrollReset
        >
          <input type="hidden" name="tab" value="analytics" />
          {choice.episode !== '' && <input type="hidden" name="episode" value={choice.episode} />}
          <Field
            label="From"
            type="date"
            name="from"
            defaultValue={range.from}
            max={today}
            key={`from ${range.from}`}
          />
          <Field label="To" type="date" name="to" defaultValue={range.to} max={today} key={`to ${range.to}`} />
          <button type="submit" className="button button-primary button-small">
            Apply
          </button>
        </Form>
      </details>
      <Form className="range-episode" method="get" action="/dashboard" preventScrollReset>
        <input type="hidden" name="tab" value="analytics" />
        {choice.days === null ? (
          <>
            <input type="hidden" name="from" value={choice.from} />
            <input type="hidden" name="to" value={choice.to} />
          </>
        ) : (
          <input type="hidden" name="range" value={choice.days} />
        )}
        <label className="content-choice row gap-3 muted">
          <span className="visually-hidden">Episode</span>
          <select name="episode" value={choice.episode} onChange={(event) => event.currentTarget.form?.requestSubmit()}>
            <option value="">{allEpisodes(episodes.length)}</option>
            {options.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </label>
        <noscript>
          <button type="submit" className="button button-small">
            Show
          </button>
        </noscript>
      </Form>
      <span className={isLive ? 'live-state inline-row' : 'live-state inline-row is-off'} role="status">
        {isLive === null ? '' : isLive ? 'Live' : 'Reconnecting...'}
      </span>
      <a className="button" href={`/api/v1/me/analytics.csv?${csv}`} download aria-label="Download CSV">
        <Icon name="download" />
        <span className="range-download">Download </span>CSV
      </a>
      {data.problem && <ErrorMessage>{data.problem}</ErrorMessage>}
    </div>
  )
}
