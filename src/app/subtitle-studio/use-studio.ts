import { type RefObject, useMemo, useReducer, useRef } from 'react'
import { linesOf } from '#subtitles/script/script.ts'
import type { Script, ScriptLine } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import { framesOf, type LineFrames, moved, timesOf, withEnd, withStart } from './moved-line.ts'
import { openStudio, type StudioState, splitText, studioReducer } from './studio-state.ts'
import { frameFrom, timeOfFrame, type VideoFrames } from './video-frames.ts'

export type StudioCommands = ReturnType<typeof createCommands>

/** Seconds of a new line. */
const NEW_LINE_SECONDS = 2

interface CommandParts {
  videoFrames: VideoFrames
  video(): HTMLVideoElement | null
  state(): StudioState
  dispatch(event: Parameters<typeof studioReducer>[1]): void
  /** Gives the focus to the words of the selected line once it is shown. */
  focusWords(): void
}

/** The edited text, and the commands for it and for the video. */
export function useStudio(
  script: Script,
  videoFrames: VideoFrames,
  root: RefObject<HTMLElement | null>,
  focusWords: () => void,
) {
  const [state, dispatch] = useReducer(studioReducer, script, openStudio)
  const latest = useRef(state)
  latest.current = state
  const commands = useMemo(
    () =>
      createCommands({
        videoFrames,
        dispatch,
        focusWords,
        video: () => root.current?.querySelector('video') ?? null,
        state: () => latest.current,
      }),
    [videoFrames, root, focusWords],
  )
  const lines = useMemo(() => linesOf(state.script), [state.script])
  return { state, lines, commands }
}

function createCommands({ videoFrames, video, state, dispatch, focusWords }: CommandParts) {
  const { times } = videoFrames
  const format = () => state().script.format
  const selected = () => linesOf(state().script).find(({ key }) => key === state().selected)
  const frameNow = () => times.frameAt(video()?.currentTime ?? 0)

  function seek(frame: number): void {
    const element = video()
    if (element) element.currentTime = times.middleOf(times.clamp(frame))
  }

  function place(line: ScriptLine | undefined, now: LineFrames, group: string): void {
    if (line) dispatch({ type: 'change', key: line.key, changes: timesOf(videoFrames, line, now, format()), group })
  }

  function select(key: number | null): void {
    dispatch({ type: 'select', key })
    const line = linesOf(state().script).find((each) => each.key === key)
    if (line && video()?.paused) seek(framesOf(videoFrames, line).from)
  }

  /** The line that is selected then gets the focus, which may have been in one that is gone. */
  function goTo(type: 'undo' | 'redo', step: { selected: number | null } | undefined): void {
    if (step && step.selected !== state().selected) focusWords()
    dispatch({ type })
  }

  return {
    seek,
    select,
    frameNow,
    /** Selects the line that is so many lines further, and its words. */
    step(count: number) {
      const lines = linesOf(state().script)
      const at = lines.findIndex(({ key }) => key === state().selected)
      const next = lines[Math.max(0, Math.min(at + count, lines.length - 1))]
      if (next) select(next.key)
      focusWords()
    },
    setWords: (key: number, text: string) =>
      dispatch({ type: 'change', key, changes: { text }, group: `words ${key}` }),
    setStyle: (key: number, style: string) =>
      dispatch({ type: 'change', key, changes: { style }, group: `style ${key}` }),
    setStart(frame: number) {
      const line = selected()
      if (line) place(line, withStart(videoFrames, framesOf(videoFrames, line), frame), `start ${line.key}`)
    },
    setEnd(frame: number) {
      const line = selected()
      if (line) place(line, withEnd(videoFrames, framesOf(videoFrames, line), frame), `end ${line.key}`)
    },
    /** Moves the selected line. */
    nudge(frames: number) {
      const line = selected()
      if (line) place(line, moved(videoFrames, framesOf(videoFrames, line), frames), `move ${line.key}`)
    },
    /** Puts a line at other frames. @param group of changes that are undone together */
    placeLine(key: number, now: LineFrames, group: string) {
      place(
        linesOf(state().script).find((each) => each.key === key),
        now,
        group,
      )
    },
    /** Adds a line at a frame, until the next line or two seconds. */
    addLine(frame: number, text = '') {
      const from = timeOfFrame(videoFrames, Math.min(frame, times.count - 1), format())
      const next = linesOf(state().script).find((line) => line.from > from)
      const end = frameFrom(videoFrames, Math.min(from + NEW_LINE_SECONDS, next?.from ?? Number.POSITIVE_INFINITY))
      const to = timeOfFrame(videoFrames, Math.max(frame + 1, end), format())
      dispatch({ type: 'insert', lines: [{ from, to, text }] })
      focusWords()
    },
    /** Adds an empty line at the time of each line of another text. */
    takeTimes(cues: readonly Cue[]) {
      const lines = cues.map(({ from, to }) => {
        const frames = framesOf(videoFrames, { from, to })
        return {
          text: '',
          from: timeOfFrame(videoFrames, frames.from, format()),
          to: timeOfFrame(videoFrames, frames.to, format()),
        }
      })
      dispatch({ type: 'insert', lines })
      focusWords()
    },
    removeLine() {
      const line = selected()
      if (line) dispatch({ type: 'remove', key: line.key })
      focusWords()
    },
    /** Splits the selected line in two at the frame that is shown, or in the middle. */
    splitLine() {
      const line = selected()
      if (!line) return
      const { from, to } = framesOf(videoFrames, line)
      if (to - from < 2) return
      const now = frameNow()
      const frame = now > from && now < to ? now : Math.round((from + to) / 2)
      const texts = splitText(line.text, (frame - from) / (to - from))
      dispatch({ type: 'split', key: line.key, at: timeOfFrame(videoFrames, frame, format()), texts })
      focusWords()
    },
    replace: (script: Script) => dispatch({ type: 'replace', script }),
    undo: () => goTo('undo', state().past.at(-1)),
    redo: () => goTo('redo', state().future[0]),
    stepVideo(frames: number) {
      video()?.pause()
      seek(frameNow() + frames)
    },
    togglePlay() {
      const element = video()
      if (element?.paused) element.play().catch(() => {})
      else element?.pause()
    },
    /** Plays the video while the selected line is shown. */
    playLine() {
      const [element, line] = [video(), selected()]
      if (!element || !line) return
      const { from, to } = framesOf(videoFrames, line)
      seek(from)
      element.play().then(
        () => pauseAt(element, times.startOf(to), () => seek(to - 1)),
        () => {},
      )
    },
  }
}

/** Pauses the video at a moment, unless it is paused or sought before. */
function pauseAt(video: HTMLVideoElement, seconds: number, onPaused: () => void): void {
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort()
  // The seek to the start of the line is one of them only once it is done.
  setTimeout(() => !signal.aborted && video.addEventListener('seeking', stop, { signal }), 200)
  video.addEventListener('pause', stop, { signal })
  const check = () => {
    if (signal.aborted) return
    if (video.currentTime < seconds) return requestAnimationFrame(check)
    stop()
    video.pause()
    onPaused()
  }
  requestAnimationFrame(check)
}
