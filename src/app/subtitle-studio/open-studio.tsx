import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTiles } from '#app/player/use-tiles.ts'
import { CheckSummary } from '#app/subtitle-lines/check-notes.tsx'
import { shiftWords } from '#app/subtitle-lines/shift-form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { Select } from '#app/ui/select.tsx'
import { stylesOf } from '#subtitles/script/ass-script.ts'
import { linesOutside } from '#subtitles/script/lines-outside.ts'
import { plainTextOf } from '#subtitles/script/script.ts'
import { shiftEarlier } from '#subtitles/script/shift-lines.ts'
import { LinePanel } from './line-panel.tsx'
import type { StudioMedia } from './load-studio.server.ts'
import type { StoredText } from './stored-text.ts'
import { StudioHead } from './studio-head.tsx'
import { StudioHelp } from './studio-help.tsx'
import { pressStudioKey } from './studio-keys.ts'
import { StudioPlayer, Transport } from './studio-player.tsx'
import { StudioTable } from './studio-table.tsx'
import { StudioTimeline } from './studio-timeline.tsx'
import { type OtherText, useBeside } from './use-beside.ts'
import { useChecks } from './use-checks.ts'
import type { Opened } from './use-opened.ts'
import { type StudioText, useSaving } from './use-saving.ts'
import { useStudio } from './use-studio.ts'
import { useVideoFrame } from './use-video-frame.ts'
import { frameWords } from './video-frames.ts'

export interface OpenStudioProps {
  title: string
  text: StudioText
  label: string
  language: string
  media: StudioMedia
  durationSeconds: number | null
  /** Texts that can be read beside. */
  others: readonly OtherText[]
  opened: Opened
  draftKey: string
  /** Path of the page without the studio. */
  closePath: string
  onSaved(stored: StoredText): void
}

/** The studio once everything is loaded: player and line at the left, all lines at the right, the timeline below. */
export function OpenStudio(props: OpenStudioProps) {
  const { title, text, label, language, media, durationSeconds, others, opened, draftKey, closePath, onSaved } = props
  const { videoFrames } = opened
  const root = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const focusWords = useCallback(() => {
    wantsFocus.current = true
    // Words that are in the page already.
    requestAnimationFrame(() => {
      if (!wantsFocus.current) return
      wantsFocus.current = false
      root.current?.querySelector<HTMLElement>('.studio-table textarea')?.focus()
    })
  }, [])
  const { state, lines, commands } = useStudio(opened.script, videoFrames, root, focusWords)
  const { script, selected } = state
  const saving = useSaving(text, opened.stored, { script, draftKey, onSaved })
  const { chosen, choose, beside, hasFailed } = useBeside(others, lines)
  const [snaps, setSnaps] = useState(true)
  const [hasPlayer, setHasPlayer] = useState(false)
  const showPlayer = useCallback(() => setHasPlayer(true), [])
  const findVideo = useCallback(() => root.current?.querySelector('video') ?? null, [])
  const frame = useVideoFrame(findVideo, videoFrames, hasPlayer)
  const { tiles, load } = useTiles(media.storyboard)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(load, [])
  const cues = useMemo(
    () => lines.map(({ from, to, text: words }) => ({ from, to, text: plainTextOf(script.format, words) })),
    [lines, script.format],
  )
  const checks = useChecks(cues)
  const outside = useMemo(
    () => linesOutside(cues, videoFrames.times.startOf(videoFrames.times.count)),
    [cues, videoFrames],
  )
  const styles = useMemo(() => stylesOf(script), [script])
  const at = lines.findIndex(({ key }) => key === selected)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the studio, wherever the focus is in it
    <div
      ref={root}
      className="studio"
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.nativeEvent.isComposing) return
        const isInField = event.target instanceof Element && event.target.matches('input, textarea, select')
        if (pressStudioKey(event, isInField, commands, () => void saving.save())) event.preventDefault()
      }}
    >
      <StudioHead
        state={state}
        saving={saving}
        isRestored={opened.script !== opened.stored.script}
        closePath={closePath}
        onDiscard={() => commands.replace(saving.saved.script)}
        commands={commands}
      />
      <div className="studio-main">
        <div className="studio-left stack gap-3">
          <StudioPlayer
            title={title}
            media={media}
            durationSeconds={durationSeconds}
            script={script}
            cues={cues}
            language={language}
            fonts={opened.stored.fonts}
            onPlayer={showPlayer}
          />
          <Transport videoFrames={videoFrames} frame={frame} commands={commands} hasLine={at !== -1} />
          <LinePanel
            videoFrames={videoFrames}
            lines={lines}
            checks={checks}
            at={at}
            snaps={snaps}
            commands={commands}
            styles={styles}
            onSnaps={setSnaps}
          />
        </div>
        <PaperCard className="studio-lines">
          <div className="studio-lines-head row cluster spread">
            <h2 className="figures">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</h2>
            {others.length > 0 && (
              <label className="studio-beside row muted">
                Compare with
                <Select value={chosen} onChange={({ target }) => choose(target.value)}>
                  <option value="">None</option>
                  {others.map((other) => (
                    <option key={other.id} value={other.id}>
                      {other.label}
                    </option>
                  ))}
                </Select>
              </label>
            )}
          </div>
          {hasFailed && <p className="subtitles-warning">Those subtitles could not be loaded.</p>}
          {lines.length > 0 && <CheckSummary checks={checks} outside={outside.count} />}
          {outside.hours !== null && (
            <button
              type="button"
              className="button button-small"
              onClick={() => commands.replace(shiftEarlier(script, (outside.hours ?? 0) * 3600))}
            >
              {shiftWords(outside.hours)}
            </button>
          )}
          {lines.length === 0 && !beside ? (
            <p className="studio-empty stack">
              <b>No lines yet</b>
              Import a file or add the first line.
            </p>
          ) : (
            <StudioTable
              videoFrames={videoFrames}
              lines={lines}
              checks={checks}
              selected={selected}
              language={language}
              beside={beside}
              wantsFocus={wantsFocus}
              commands={commands}
            />
          )}
          <div className="row cluster">
            <button
              type="button"
              className="button button-small figures"
              aria-keyshortcuts="Alt+N"
              onClick={() => commands.addLine(commands.frameNow())}
            >
              <Icon name="plus" />
              Add Line at {frameWords(videoFrames, frame)}
            </button>
            {lines.length === 0 && beside && (
              <button type="button" className="button button-small" onClick={() => commands.takeTimes(beside.cues)}>
                Copy Timing from {beside.label}
              </button>
            )}
          </div>
          <StudioHelp />
        </PaperCard>
      </div>
      <StudioTimeline
        videoFrames={videoFrames}
        frame={frame}
        tiles={tiles}
        lines={lines}
        cues={cues}
        checks={checks}
        selected={selected}
        label={label}
        beside={beside}
        snaps={snaps}
        commands={commands}
      />
    </div>
  )
}
