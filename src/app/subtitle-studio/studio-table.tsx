import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { formatFrames } from '#app/playback/frame-times.ts'
import { CheckNotes } from '#app/subtitle-lines/check-notes.tsx'
import { LineHead } from '#app/subtitle-lines/line-head.tsx'
import type { CueCheck } from '#app/subtitle-lines/reading-speed.ts'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import type { Beside } from './beside.ts'
import type { StudioCommands } from './use-studio.ts'
import { frameFrom, type VideoFrames } from './video-frames.ts'

interface StudioTableProps {
  videoFrames: VideoFrames
  lines: readonly ScriptLine[]
  checks: readonly CueCheck[]
  selected: number | null
  language: string
  /** The text beside; null for none. */
  beside: (Beside & { language: string; label: string }) | null
  /** Whether the words of the selected line get the focus. */
  wantsFocus: RefObject<boolean>
  commands: StudioCommands
}

/** Rows in the page at once. */
const ROWS_SHOWN = 200

type Row = { line: ScriptLine; at: number } | { cue: Cue }

/** Every line with its times, its words beside those of another language, and advice about it. */
export const StudioTable = memo(function StudioTable(props: StudioTableProps) {
  const { videoFrames, lines, checks, selected, language, beside, wantsFocus, commands } = props
  const rows = useMemo(() => rowsOf(lines, beside?.alone ?? []), [lines, beside])
  const selectedAt = rows.findIndex((row) => 'line' in row && row.line.key === selected)
  const [from, setFrom] = useState(0)
  const [followed, setFollowed] = useState<number | null>(null)
  const first = Math.max(0, Math.min(from, rows.length - ROWS_SHOWN))
  if (followed !== selected) {
    setFollowed(selected)
    if (selectedAt !== -1 && (selectedAt < first || selectedAt >= first + ROWS_SHOWN))
      setFrom(selectedAt - ROWS_SHOWN / 2)
  }
  const last = Math.min(rows.length, first + ROWS_SHOWN)
  const framesPerSecond =
    videoFrames.times.rate && videoFrames.times.rate.numerator / videoFrames.times.rate.denominator
  return (
    <section className={`subtitles-table studio-table${beside ? ' has-beside' : ''}`} aria-label="Lines">
      {first > 0 && <More name="Earlier lines" onPress={() => setFrom(Math.max(0, first - ROWS_SHOWN / 2))} />}
      <table>
        <LineHead beside={beside?.label ?? null} />
        <tbody>
          {rows
            .slice(first, last)
            .map((row) =>
              'line' in row ? (
                <LineRow
                  key={row.line.key}
                  videoFrames={videoFrames}
                  framesPerSecond={framesPerSecond}
                  language={language}
                  wantsFocus={wantsFocus}
                  commands={commands}
                  line={row.line}
                  number={row.at + 1}
                  check={checks[row.at]!}
                  beside={beside && (beside.texts.get(row.line.key) ?? '')}
                  besideLanguage={beside?.language ?? ''}
                  isSelected={row.line.key === selected}
                />
              ) : (
                <AloneRow
                  key={`beside ${row.cue.from} ${row.cue.text}`}
                  cue={row.cue}
                  videoFrames={videoFrames}
                  language={beside?.language ?? ''}
                  onAdd={() => commands.addLine(frameFrom(videoFrames, row.cue.from))}
                />
              ),
            )}
        </tbody>
      </table>
      {last < rows.length && <More name="Later lines" onPress={() => setFrom(first + ROWS_SHOWN / 2)} />}
    </section>
  )
})

function More({ name, onPress }: { name: string; onPress(): void }) {
  return (
    <button type="button" className="button button-small studio-more" onClick={onPress}>
      {name}
    </button>
  )
}

interface LineRowProps {
  videoFrames: VideoFrames
  framesPerSecond: number | null
  line: ScriptLine
  number: number
  check: CueCheck
  /** Null without another language. */
  beside: string | null
  besideLanguage: string
  language: string
  isSelected: boolean
  wantsFocus: RefObject<boolean>
  commands: StudioCommands
}

const LineRow = memo(function LineRow(props: LineRowProps) {
  const { videoFrames, framesPerSecond, line, number, check, beside, besideLanguage, language, isSelected, commands } =
    props
  const classes = [isSelected && 'is-selected', (check.isTooFast || check.overlaps) && 'is-warned'].filter(Boolean)
  const select = () => {
    props.wantsFocus.current = true
    commands.select(line.key)
  }
  return (
    <tr
      className={classes.join(' ') || undefined}
      aria-current={isSelected || undefined}
      onClick={isSelected ? undefined : select}
    >
      <td className="figures">
        <button type="button" className="studio-number" aria-label={`Line ${number}`} tabIndex={isSelected ? -1 : 0}>
          {number}
        </button>
      </td>
      <td>
        <Moment videoFrames={videoFrames} seconds={line.from} />
      </td>
      <td>
        <Moment videoFrames={videoFrames} seconds={line.to} />
      </td>
      <td className="figures">{check.perSecond}</td>
      {beside !== null && (
        <td>
          <span className="subtitles-text" lang={besideLanguage} dir="auto">
            {beside}
          </span>
        </td>
      )}
      <td>
        {beside && (
          <small className="studio-beside-words" lang={besideLanguage} dir="auto">
            {beside}
          </small>
        )}
        {isSelected ? (
          <Words {...props} />
        ) : (
          <span className="subtitles-text" lang={language} dir="auto">
            {line.text === '' ? <i className="muted">Empty</i> : line.text}
          </span>
        )}
        <CheckNotes check={check} framesPerSecond={framesPerSecond} />
      </td>
    </tr>
  )
})

/** The words of the selected line. Enter goes to the next one, Shift+Enter begins another row of it. */
function Words({ line, number, language, wantsFocus, commands }: LineRowProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const row = area.current?.closest('tr')
    row?.scrollIntoView({ block: 'nearest' })
    if (!wantsFocus.current) return
    wantsFocus.current = false
    area.current?.focus({ preventScroll: true })
  }, [wantsFocus])
  return (
    <textarea
      ref={area}
      className="input"
      aria-label={`Text of line ${number}`}
      lang={language}
      dir="auto"
      rows={Math.max(1, line.text.split('\n').length)}
      value={line.text}
      maxLength={1000}
      onChange={({ target }) => commands.setWords(line.key, target.value)}
      onKeyDown={(event) => {
        const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
        if (event.key !== 'Enter' || !isPlain || event.nativeEvent.isComposing) return
        event.preventDefault()
        commands.step(1)
      }}
    />
  )
}

/** A line of the other language at whose time there is none. */
function AloneRow({
  cue,
  videoFrames,
  language,
  onAdd,
}: {
  cue: Cue
  videoFrames: VideoFrames
  language: string
  onAdd(): void
}) {
  return (
    <tr className="is-alone">
      <td />
      <td>
        <Moment videoFrames={videoFrames} seconds={cue.from} />
      </td>
      <td>
        <Moment videoFrames={videoFrames} seconds={cue.to} />
      </td>
      <td />
      <td>
        <span className="subtitles-text" lang={language} dir="auto">
          {cue.text}
        </span>
      </td>
      <td>
        <small className="studio-beside-words" lang={language} dir="auto">
          {cue.text}
        </small>
        <button type="button" className="button button-small" onClick={onAdd}>
          <Icon name="plus" />
          Add Line Here
        </button>
      </td>
    </tr>
  )
}

function Moment({ videoFrames, seconds }: { videoFrames: VideoFrames; seconds: number }) {
  const { second, frames } = videoFrames.times.clockOf(frameFrom(videoFrames, seconds))
  return (
    <span className="figures subtitles-time">
      {formatTime(second)} <i>{formatFrames(frames)}</i>
    </span>
  )
}

function rowsOf(lines: readonly ScriptLine[], alone: readonly Cue[]): Row[] {
  const rows: Row[] = lines.map((line, at) => ({ line, at }))
  if (alone.length === 0) return rows
  const startOf = (row: Row) => ('line' in row ? row.line.from : row.cue.from)
  return [...rows, ...alone.map((cue) => ({ cue }))].toSorted((one, other) => startOf(one) - startOf(other))
}
