import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Tiles } from '#app/player/storyboard.ts'
import type { CueCheck } from '#app/subtitle-lines/reading-speed.ts'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import { TimelineBlock } from './timeline-block.tsx'
import { TimelinePictures } from './timeline-pictures.tsx'
import type { StudioCommands } from './use-studio.ts'
import { frameWords, type VideoFrames } from './video-frames.ts'

interface StudioTimelineProps {
  videoFrames: VideoFrames
  frame: number
  tiles: Tiles | null
  lines: readonly ScriptLine[]
  /** The same lines without tags. */
  cues: readonly Cue[]
  checks: readonly CueCheck[]
  selected: number | null
  label: string
  /** The text beside; null for none. */
  beside: { label: string; language: string; cues: readonly Cue[] } | null
  snaps: boolean
  commands: StudioCommands
}

/** Pixels a second. */
const zooms = [40, 80, 160, 320] as const
/** Seconds beyond either end of the visible part that are in the page too. */
const MARGIN_SECONDS = 4

/** The video as a strip with its cuts, and the lines as blocks under it. */
export function StudioTimeline(props: StudioTimelineProps) {
  const { videoFrames, frame, tiles, lines, cues, checks, selected, label, beside, snaps, commands } = props
  const [zoom, setZoom] = useState(1)
  const pixelsPerSecond = zooms[zoom]!
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ from: 0, to: 60 })
  const seconds = videoFrames.times.startOf(videoFrames.times.count)
  const playhead = videoFrames.times.startOf(frame)

  const look = () => {
    const box = scroller.current
    if (!box) return
    const from = Math.floor(box.scrollLeft / pixelsPerSecond) - MARGIN_SECONDS
    const to = Math.ceil((box.scrollLeft + box.clientWidth) / pixelsPerSecond) + MARGIN_SECONDS
    setView((before) => (before.from === from && before.to === to ? before : { from, to }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the playhead stays where it is while the strip grows around it
  useLayoutEffect(() => {
    const box = scroller.current
    if (box) box.scrollLeft = playhead * pixelsPerSecond - box.clientWidth / 2
    look()
  }, [pixelsPerSecond])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const x = playhead * pixelsPerSecond
    const isInSight = x >= box.scrollLeft && x <= box.scrollLeft + box.clientWidth - 24
    if (!isInSight) box.scrollLeft = Math.max(0, x - box.clientWidth / 4)
  }, [playhead, pixelsPerSecond])

  const isShown = ({ from, to }: Pick<Cue, 'from' | 'to'>) => to > view.from && from < view.to
  const left = Math.max(0, Math.ceil(view.from))
  const right = Math.min(Math.floor(seconds - 0.5), view.to)
  const marks = Array.from({ length: Math.max(0, right - left + 1) }, (_, at) => left + at)
  return (
    <section className="panel studio-timeline" aria-label="Timeline">
      <div className="studio-rows stack" aria-hidden="true">
        <span>Video</span>
        {beside && <span>{beside.label}</span>}
        <span>{label}</span>
      </div>
      <div ref={scroller} className="studio-scroller" onScroll={look}>
        <div className="studio-strip" style={{ width: seconds * pixelsPerSecond }}>
          <SeekArea videoFrames={videoFrames} pixelsPerSecond={pixelsPerSecond} onSeek={commands.seek}>
            <div className="studio-marks figures" aria-hidden="true">
              {marks.map((second) => (
                <span key={second} style={{ left: second * pixelsPerSecond }}>
                  {formatTime(second)}
                </span>
              ))}
            </div>
            <TimelinePictures videoFrames={videoFrames} tiles={tiles} view={view} pixelsPerSecond={pixelsPerSecond} />
          </SeekArea>
          {beside && (
            <div className="studio-lane">
              {beside.cues.filter(isShown).map(({ from, to, text }) => (
                <span
                  key={`${from} ${text}`}
                  className="studio-block is-beside"
                  lang={beside.language}
                  style={{ left: from * pixelsPerSecond, width: Math.max(4, (to - from) * pixelsPerSecond) }}
                >
                  <span>{text}</span>
                </span>
              ))}
            </div>
          )}
          <div className="studio-lane">
            {lines.map((line, at) =>
              isShown(line) || line.key === selected ? (
                <TimelineBlock
                  key={line.key}
                  videoFrames={videoFrames}
                  line={line}
                  pixelsPerSecond={pixelsPerSecond}
                  snaps={snaps}
                  commands={commands}
                  number={at + 1}
                  words={cues[at]?.text ?? ''}
                  isSelected={line.key === selected}
                  isTooFast={checks[at]?.isTooFast ?? false}
                />
              ) : null,
            )}
          </div>
          <div
            className="studio-playhead figures"
            style={{ '--at': `${playhead * pixelsPerSecond}px` } as CSSProperties}
          >
            <span aria-hidden="true">{frameWords(videoFrames, frame)}</span>
          </div>
        </div>
      </div>
      <div className="studio-zoom">
        <ZoomButton name="Zoom out" icon="minus" isOff={zoom === 0} onPress={() => setZoom(zoom - 1)} />
        <ZoomButton name="Zoom in" icon="plus" isOff={zoom === zooms.length - 1} onPress={() => setZoom(zoom + 1)} />
      </div>
    </section>
  )
}

interface ZoomButtonProps {
  name: string
  icon: 'plus' | 'minus'
  isOff: boolean
  onPress(): void
}

function ZoomButton({ name, icon, isOff, onPress }: ZoomButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={name} disabled={isOff} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}

interface SeekAreaProps {
  videoFrames: VideoFrames
  pixelsPerSecond: number
  onSeek(frame: number): void
  children: ReactNode
}

/** Where a press, or a pointer that is held, goes to its frame. The keyboard has the player's bar. */
function SeekArea({ videoFrames, pixelsPerSecond, onSeek, children }: SeekAreaProps) {
  const isHeld = useRef(false)
  const seek = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    onSeek(videoFrames.times.frameAt(Math.max(0, x / pixelsPerSecond)))
  }
  return (
    <div
      className="studio-seek"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        isHeld.current = true
        // A finger scrolls the strip.
        if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
        seek(event)
      }}
      onPointerMove={(event) => isHeld.current && event.pointerType !== 'touch' && seek(event)}
      onPointerUp={() => {
        isHeld.current = false
      }}
      onLostPointerCapture={() => {
        isHeld.current = false
      }}
    >
      {children}
    </div>
  )
}
