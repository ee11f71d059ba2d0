import { useState } from 'react'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { OpenItem, ShownFrame } from './load-queue.server.ts'

/** Pictures that are shown at first. */
const AT_FIRST = 8

const orders = [
  { name: 'Highest score first', isByScore: true },
  { name: 'By time', isByScore: false },
] as const

/** The sampled pictures of an episode with their scores, or the picture of a profile. Each is covered until it is revealed. */
export function ItemFrames({ frames, suggestion, subject }: Pick<OpenItem, 'frames' | 'suggestion' | 'subject'>) {
  const [isByScore, setIsByScore] = useState(true)
  const [showsAll, setShowsAll] = useState(false)
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set())
  if (frames.length === 0) return null
  const scoreOf = ({ scores }: ShownFrame) => scores.find(({ name }) => name === suggestion?.class)?.percent ?? 0
  const byScore = [...frames].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, showsAll ? undefined : AT_FIRST)
  const shown = isByScore ? byScore : byScore.toSorted((a, b) => a.number - b.number)
  const isAllRevealed = shown.every(({ number }) => revealed.has(number))
  return (
    <section className="panel queue-panel queue-frames" aria-labelledby="queue-frames">
      <header>
        <h3 id="queue-frames">
          {subject.kind === 'creator' ? 'Profile picture' : countOf(shown.length, frames.length)}
        </h3>
        {suggestion && <p className="pencil">Suggestion, not a verdict</p>}
        {frames.length > 1 && (
          <fieldset className="console-segments">
            <legend className="visually-hidden">Order of the frames</legend>
            {orders.map((order) => (
              <label key={order.name}>
                <input
                  type="radio"
                  name="order"
                  checked={order.isByScore === isByScore}
                  onChange={() => setIsByScore(order.isByScore)}
                />
                <span className="console-segment">{order.name}</span>
              </label>
            ))}
          </fieldset>
        )}
        <button
          type="button"
          id="reveal"
          className="button button-small"
          aria-pressed={isAllRevealed}
          onClick={() => setRevealed(new Set(isAllRevealed ? [] : shown.map(({ number }) => number)))}
        >
          <Icon name={isAllRevealed ? 'hide' : 'eye'} />
          {isAllRevealed ? 'Cover' : 'Reveal'}
          {frames.length > 1 && ' all'}
          <span aria-hidden="true">
            <kbd>R</kbd>
          </span>
        </button>
      </header>
      <ul>
        {shown.map((frame) => (
          <Frame
            key={frame.number}
            frame={frame}
            stillName={subject.kind === 'creator' ? 'Profile picture' : 'Poster'}
            isRevealed={revealed.has(frame.number)}
            toggle={() => setRevealed((before) => toggled(before, frame.number))}
          />
        ))}
      </ul>
      {shown.length < frames.length && (
        <button type="button" className="link" onClick={() => setShowsAll(true)}>
          Show All {frames.length}
        </button>
      )}
    </section>
  )
}

function countOf(shown: number, all: number): string {
  return `${shown === all ? all : `${shown} of ${all}`} sampled ${all === 1 ? 'picture' : 'pictures'}`
}

function toggled(numbers: ReadonlySet<number>, number: number): ReadonlySet<number> {
  return numbers.has(number) ? new Set([...numbers].filter((each) => each !== number)) : new Set([...numbers, number])
}

interface FrameProps {
  frame: ShownFrame
  /** The name of a frame without a time. */
  stillName: string
  isRevealed: boolean
  toggle: () => void
}

function Frame({ frame: { url, atSeconds, scores }, stillName, isRevealed, toggle }: FrameProps) {
  const name = atSeconds === null ? stillName : formatTime(atSeconds)
  const highest = Math.max(...scores.map(({ percent }) => percent))
  return (
    <li>
      <label className="queue-frame">
        {/* Works without scripts, too: the styles follow the box. */}
        <input type="checkbox" className="visually-hidden" checked={isRevealed} onChange={toggle} />
        <span className="visually-hidden">Reveal: {name}</span>
        <img src={url} alt="" loading="lazy" />
        <Icon name="hide" />
        <span className="queue-frame-time" aria-hidden="true">
          {name}
        </span>
      </label>
      <dl className="queue-scores">
        {scores.map((score) => (
          <div key={score.name} className={score.percent === highest ? 'is-highest' : undefined}>
            <dt>{score.name}</dt>
            <dd>
              <svg aria-hidden="true" viewBox="0 0 100 8" width="100" height="8" preserveAspectRatio="none">
                <rect width={score.percent} height="8" />
              </svg>
              {score.percent}
              <span className="visually-hidden"> %</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
