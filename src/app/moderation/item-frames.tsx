import { useState } from 'react'
import { formatTime } from '#app/ui/format.ts'
import { CoveredPicture, RevealButton, useRevealed } from './covered-picture.tsx'
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
  const { isRevealed, toggle, revealOnly } = useRevealed()
  if (frames.length === 0) return null
  const scoreOf = ({ scores }: ShownFrame) => scores.find(({ name }) => name === suggestion?.class)?.percent ?? 0
  const byScore = [...frames].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, showsAll ? undefined : AT_FIRST)
  const shown = isByScore ? byScore : byScore.toSorted((a, b) => a.number - b.number)
  const isAllRevealed = shown.every((frame) => isRevealed(keyOf(frame)))
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
        <RevealButton
          count={shown.length}
          isRevealed={isAllRevealed}
          onClick={() => revealOnly(isAllRevealed ? [] : shown.map(keyOf))}
        />
      </header>
      <ul>
        {shown.map((frame) => (
          <Frame
            key={frame.number}
            frame={frame}
            stillName={subject.kind === 'creator' ? 'Profile picture' : 'Thumbnail'}
            isRevealed={isRevealed(keyOf(frame))}
            toggle={() => toggle(keyOf(frame))}
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

function keyOf({ number }: ShownFrame): string {
  return String(number)
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
      <CoveredPicture name={name} isRevealed={isRevealed} toggle={toggle}>
        <img src={url} alt="" loading="lazy" />
      </CoveredPicture>
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
