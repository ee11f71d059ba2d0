import { editAddress } from '#app/own-episodes/edit-address.ts'
import { formatMoment } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { FlashChart } from './flash-chart.tsx'
import { formatFrameLength, formatFrameTime, kindNames, whatWouldHelp } from './flash-words.ts'
import type { FlashCheckData } from './load-flash-check.server.ts'

/** The flash check of an episode: flashes over its length, and each place with advice. */
export function FlashCheck({ data: { episode, framesPerSecond, check } }: { data: FlashCheckData }) {
  const { state, spans, perSecond, checkedAt } = check
  const isWarned = spans.length > 0
  return (
    <section className="panel flash-check">
      <header>
        {episode.poster && <img src={episode.poster} alt="" width="128" height="72" />}
        <div>
          <h1>Flash check</h1>
          <p className="muted">
            <Link to={`/watch/${episode.id}`}>{episode.title}</Link>
            {state === 'done' && checkedAt && ` · checked ${formatMoment(checkedAt)} UTC · every frame`}
          </p>
        </div>
        {isWarned && (
          <span className="badge badge-flash">
            <Icon name="flash" />
            Viewers see a warning
          </span>
        )}
      </header>
      {state === 'done' && <FlashChart perSecond={perSecond} spans={spans} />}
      {isWarned ? (
        <>
          <Places episodeId={episode.id} spans={spans} framesPerSecond={framesPerSecond} />
          <footer>
            <p className="muted">
              The warning depends on the video file. Replace it with a version that flashes less to remove the warning.
              Comments are kept.
            </p>
            <Link className="button button-small" to={editAddress(episode.id, 'file')}>
              <Icon name="up" />
              Replace File
            </Link>
          </footer>
        </>
      ) : (
        <Outcome state={state} />
      )}
    </section>
  )
}

interface PlacesProps {
  episodeId: string
  spans: FlashCheckData['check']['spans']
  framesPerSecond: number | null
}

function Places({ episodeId, spans, framesPerSecond }: PlacesProps) {
  return (
    <div className="flash-places">
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Length</th>
            <th scope="col">Kind</th>
            <th scope="col">Flashes per second</th>
            <th scope="col">Share of the frame</th>
            <th scope="col">How to fix it</th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <tr key={`${span.kind}${span.from}`}>
              <th scope="row">
                <Link className="link figures" to={`/watch/${episodeId}?t=${Math.floor(span.from)}`}>
                  {formatFrameTime(span.from, framesPerSecond)}
                </Link>
              </th>
              <td className="figures" data-label="Length">
                {formatFrameLength(span.to - span.from, framesPerSecond)}
              </td>
              <td data-label="Kind">{kindNames[span.kind]}</td>
              <td className="figures" data-label="Flashes per second">
                {span.perSecond}
              </td>
              <td className="figures" data-label="Share of the frame">
                {Math.round(span.share * 100)}%
              </td>
              <td className="muted" data-label="How to fix it">
                {whatWouldHelp(span)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const outcomes = {
  done: { icon: 'check', title: 'No fast flashes found', text: 'Never more than three flashes per second.' },
  pending: {
    icon: 'date',
    title: 'Checking for flashes...',
    text: 'The result appears once all qualities are encoded.',
  },
  failed: {
    icon: 'warn',
    title: 'The check did not finish',
    text: 'It runs again in 24 hours. Until then, viewers see no warning.',
  },
  unavailable: {
    icon: 'info',
    title: 'Not checked',
    text: 'This video is stored by another service, so its frames cannot be checked. Viewers see no warning.',
  },
} as const

function Outcome({ state }: { state: keyof typeof outcomes }) {
  const { icon, title, text } = outcomes[state]
  return (
    <p className={`flash-outcome is-${state}`}>
      <Icon name={icon} />
      <span>
        <b>{title}</b>
        <span>{text}</span>
      </span>
    </p>
  )
}
