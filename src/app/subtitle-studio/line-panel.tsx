import type { CueCheck } from '#app/subtitle-lines/reading-speed.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import { framesOf } from './moved-line.ts'
import { TimeField } from './time-field.tsx'
import type { StudioCommands } from './use-studio.ts'
import { lengthWords, snapToCut, type VideoFrames } from './video-frames.ts'

interface LinePanelProps {
  videoFrames: VideoFrames
  /** In the order of their times. */
  lines: readonly ScriptLine[]
  checks: readonly CueCheck[]
  /** Index of the selected line. */
  at: number
  styles: readonly string[]
  snaps: boolean
  onSnaps(snaps: boolean): void
  commands: StudioCommands
}

/** The panel with the times of the selected line, and its actions. */
export function LinePanel({ videoFrames, lines, checks, at, styles, snaps, onSnaps, commands }: LinePanelProps) {
  const line = lines[at]
  if (!line) return null
  const { from, to } = framesOf(videoFrames, line)
  const { perSecond, letters } = checks[at]!
  const snapped = (frame: number) => (snaps ? snapToCut(videoFrames, frame) : frame)
  return (
    <section className="panel studio-line stack gap-3" aria-label={`Line ${at + 1}`}>
      <div className="studio-line-head row cluster spread">
        <h2>Line {at + 1}</h2>
        <p className="figures">
          {lengthWords(videoFrames, from, to)} · {letters} letters · {perSecond} a second
        </p>
      </div>
      <div className="studio-times" key={line.key}>
        <TimeField
          label="In"
          videoFrames={videoFrames}
          frame={from}
          note={videoFrames.cuts.includes(from) ? 'on the cut' : ''}
          onChange={commands.setStart}
        />
        <TimeField
          label="Out"
          videoFrames={videoFrames}
          frame={to}
          note={noteOfEnd(videoFrames, to, lines, at)}
          onChange={commands.setEnd}
        />
      </div>
      <div className="row cluster">
        <button
          type="button"
          className="button button-small"
          aria-keyshortcuts="Alt+["
          onClick={() => commands.setStart(snapped(commands.frameNow()))}
        >
          Set in <kbd>[</kbd>
        </button>
        <button
          type="button"
          className="button button-small"
          aria-keyshortcuts="Alt+]"
          onClick={() => commands.setEnd(snapped(commands.frameNow() + 1))}
        >
          Set out <kbd>]</kbd>
        </button>
        <button type="button" className="button button-small" aria-keyshortcuts="Alt+S" onClick={commands.splitLine}>
          Split
        </button>
        <button
          type="button"
          className="icon-button studio-remove"
          aria-label={`Delete line ${at + 1}`}
          aria-keyshortcuts="Alt+Delete"
          onClick={commands.removeLine}
        >
          <Icon name="trash" />
        </button>
      </div>
      {(videoFrames.cuts.length > 0 || styles.length > 0) && (
        <div className="studio-choices row cluster spread">
          {styles.length > 0 && (
            <label className="studio-style row muted">
              Style
              <Select value={line.style} onChange={({ target }) => commands.setStyle(line.key, target.value)}>
                {[...new Set([line.style, ...styles])].map((style) => (
                  <option key={style} value={style}>
                    {style}
                  </option>
                ))}
              </Select>
            </label>
          )}
          {videoFrames.cuts.length > 0 && (
            <label className="studio-snap row muted">
              <input type="checkbox" checked={snaps} onChange={({ target }) => onSnaps(target.checked)} />
              Snap to cuts
            </label>
          )}
        </div>
      )}
    </section>
  )
}

function noteOfEnd(videoFrames: VideoFrames, to: number, lines: readonly ScriptLine[], at: number): string {
  if (videoFrames.cuts.includes(to)) return 'on the cut'
  const next = lines[at + 1]
  if (!next) return ''
  const gap = framesOf(videoFrames, next).from - to
  if (gap < 0) return `${-gap} f overlap with line ${at + 2}`
  if (gap === 0) return `no gap to line ${at + 2}`
  return gap > 48 ? '' : `${gap} f gap to line ${at + 2}`
}
