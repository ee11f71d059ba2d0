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
            Warning shown
          </span>
        )}
      </header>
      {state === 'done' && <FlashChart perSecond={perSecond} spans={spans} />}
      {isWarned ? (
        <>
          <Places episodeId={episode.id} spans={spans} framesPerSecond={framesPerSecond} />
          <footer>
            <p className="muted">
              The warning follows the film. Replace the file with a calmer one and it goes away; comments stay.
            </p>
            <Link className="button button-small" to={`/dashboard?tab=content&edit=${episode.id}`}>
              <Icon name="up" />
              Replace file
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
            <th scope="col">Flashes a second</th>
            <th scope="col">Of the picture</th>
            <th scope="col">What would help</th>
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
              <td className="figures" data-label="Flashes a second">
                {span.perSecond}
              </td>
              <td className="figures" data-label="Of the picture">
                {Math.round(span.share * 100)} %
              </td>
              <td className="muted" data-label="What would help">
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
  done: { icon: 'check', title: 'No fast flashes found', text: 'Nothing above three a second.' },
  pending: { icon: 'date', title: 'Looking for flashes...', text: 'The result follows once all renditions are made.' },
  failed: {
    icon: 'warn',
    title: 'The check could not finish',
    text: 'It is repeated a day later. Until then no warning is shown.',
  },
  unavailable: {
    icon: 'info',
    title: 'Not checked',
    text: 'Another service stores this video, and its frames cannot be read here. No warning is shown.',
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
