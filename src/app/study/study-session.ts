import type { FrameRange } from '#app/playback/frame-range.ts'
import type { FrameTimes } from '#app/playback/frame-times.ts'
import type { Drawings } from './drawings.ts'
import type { FrameStore } from './frame-store.ts'
import { LoopPlayback } from './loop-playback.ts'
import { initialStudyState, loopRange, type StudyEvent, type StudyState, studyReducer } from './study-state.ts'

/** The facts about a video for study. */
export interface StudyFrames {
  times: FrameTimes
  /** Null until the frames have been analysed. */
  drawings: Drawings | null
  /** The first frames of all shots but the first, as far as they are known. */
  cuts: readonly number[]
  /** Share of the picture that each drawing changes, 0 to 100; null where that was not measured. */
  changes: readonly number[] | null
  /** Whether its times are its own; else they only serve to place a loop. */
  isSteppable: boolean
}

/** How long no step may follow before the video is moved to the frame that the steps have reached. */
const SEEK_DELAY_MS = 150
/** A run shows so many drawings a second. */
const RUN_PER_SECOND = 8

/**
 * Steps, runs and loops on a video element. Frames are shown from the store on a canvas over the element where they are
 * there, otherwise by the element; its position follows. Closed by `close`.
 */
export class StudySession {
  readonly #video: HTMLVideoElement
  readonly #frames: StudyFrames
  readonly #closing = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #loop: LoopPlayback
  #store: FrameStore | null = null
  #canvas: HTMLCanvasElement | null = null
  #state: StudyState = initialStudyState
  #seekTimer: ReturnType<typeof setTimeout> | undefined
  /** Moves the element to the frame that the steps have reached; null once it is there. */
  #pendingSeek: (() => void) | null = null
  /** Where this session has moved the element; null once it was played or moved by others. */
  #soughtFrame: number | null = null
  #runTimer: ReturnType<typeof setInterval> | undefined
  #endTimer: ReturnType<typeof setTimeout> | undefined
  #tick = 0
  /** Media time of the picture that the element shows; null when unknown. */
  #presented: number | null = null

  constructor(video: HTMLVideoElement, frames: StudyFrames) {
    this.#video = video
    this.#frames = frames
    this.#state = { ...initialStudyState, frame: frames.times.frameAt(video.currentTime) }
    this.#loop = new LoopPlayback(video, frames.times)
    const { signal } = this.#closing
    video.addEventListener('play', () => this.#handlePlay(), { signal })
    video.addEventListener('pause', () => this.#handlePause(), { signal })
    video.addEventListener('seeking', () => this.#handleSeek(), { signal })
    video.addEventListener('ended', () => this.#handleEnd(), { signal })
    video.addEventListener('timeupdate', () => this.#keepInLoopUnseen(), { signal })
    this.#watchPresented()
    if (!video.paused) this.#handlePlay()
  }

  get state(): StudyState {
    return this.#state
  }

  get frames(): StudyFrames {
    return this.#frames
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispatch(event: StudyEvent): void {
    const state = studyReducer(this.#state, event)
    if (state === this.#state) return
    this.#state = state
    this.#followStore()
    for (const listener of this.#listeners) listener()
  }

  /** Frames come from the store from now on. */
  setStore(store: FrameStore): void {
    this.#store = store
    this.#followStore()
    this.draw()
  }

  /** @param canvas over the picture; null when it is gone */
  setCanvas(canvas: HTMLCanvasElement | null): void {
    this.#canvas = canvas
    this.draw()
  }

  /** A frame has come into the store. */
  frameStored(frame: number): void {
    if (frame === this.#state.frame) this.draw()
    for (const listener of this.#listeners) listener()
  }

  /** Resolves once the frames that the loop shows at its ends have come, or cannot be had. */
  async loopStored(): Promise<void> {
    const range = loopRange(this.#state)
    if (range) await this.#store?.settled([...this.#loop.framesAround(range)])
  }

  /** A copy of a frame, which the caller closes; null while it is not there. */
  takeFrame(frame: number): VideoFrame | null {
    return this.#store?.take(frame) ?? null
  }

  /** Pauses, and shows the frame so many frames on, or back. */
  step(frames: number): void {
    this.#video.pause()
    this.goTo(this.#state.frame + frames)
  }

  /** Pauses, and shows the first frame of the next drawing, or the previous one; frames where drawings are unknown. */
  stepDrawing(direction: -1 | 1): void {
    const { drawings } = this.#frames
    const { frame } = this.#state
    const last = direction === 1 ? this.#frames.times.count - 1 : 0
    this.#video.pause()
    this.goTo(drawings ? (drawings.beside(frame, direction)?.first ?? last) : frame + direction)
  }

  /** Steps through the drawings until `stopRun`. */
  run(direction: -1 | 1): void {
    if (this.#runTimer !== undefined) return
    this.dispatch({ type: 'running', isRunning: true })
    this.#runTimer = setInterval(() => this.stepDrawing(direction), 1000 / RUN_PER_SECOND)
  }

  stopRun(): void {
    if (this.#runTimer === undefined) return
    clearInterval(this.#runTimer)
    this.#runTimer = undefined
    this.dispatch({ type: 'running', isRunning: false })
  }

  goTo(frame: number): void {
    const target = this.#frames.times.clamp(frame)
    this.dispatch({ type: 'frame', frame: target })
    const isShown = this.draw()
    clearTimeout(this.#seekTimer)
    const seek = () => {
      this.#pendingSeek = null
      this.#soughtFrame = target
      this.#video.currentTime = this.#frames.times.middleOf(target)
    }
    // Each seek costs a decode from the last keyframe on: where the canvas shows the frame, the element can wait.
    this.#pendingSeek = seek
    if (isShown) this.#seekTimer = setTimeout(seek, SEEK_DELAY_MS)
    else seek()
  }

  /** Shows the frame on the canvas, if it is there and the element does not play. @returns whether the canvas shows it */
  draw(): boolean {
    const canvas = this.#canvas
    if (!canvas) return false
    const frame = this.#video.paused ? this.#state.frame : this.#loop.frameOnCanvas
    const picture = frame === null ? null : (this.#store?.take(frame) ?? null)
    canvas.hidden = picture === null
    if (!picture) return false
    const { displayWidth, displayHeight } = picture
    if (canvas.width !== displayWidth || canvas.height !== displayHeight)
      Object.assign(canvas, { width: displayWidth, height: displayHeight })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, displayWidth, displayHeight)
    canvas.dataset.frame = String(frame)
    picture.close()
    return true
  }

  close(): void {
    this.#closing.abort()
    cancelAnimationFrame(this.#tick)
    clearTimeout(this.#seekTimer)
    clearInterval(this.#runTimer)
    clearTimeout(this.#endTimer)
    this.#store?.close()
  }

  #followStore(): void {
    const { frame, overlays, onion } = this.#state
    const range = loopRange(this.#state)
    const pinned = range ? [...this.#loop.framesAround(range)] : []
    if (overlays.onion) pinned.unshift(...onionFrames(this.#frames, frame, onion).map((each) => each.frame))
    // Playback shows the element's frames, and needs none around them.
    this.#store?.moveTo(frame, pinned, this.#video.paused)
  }

  #handlePlay(): void {
    clearTimeout(this.#seekTimer)
    this.#pendingSeek?.()
    this.#soughtFrame = null
    this.stopRun()
    cancelAnimationFrame(this.#tick)
    const follow = () => {
      if (this.#video.paused) return
      this.#followPlayback()
      this.#tick = requestAnimationFrame(follow)
    }
    this.#tick = requestAnimationFrame(follow)
  }

  #followPlayback(): void {
    const range = this.#state.loop.isOn ? loopRange(this.#state) : null
    this.#loop.follow(range)
    const { times } = this.#frames
    const seconds = this.#presented ?? this.#video.currentTime
    const frame = this.#loop.frameOnCanvas ?? times.frameAt(this.#video.seeking ? this.#video.currentTime : seconds)
    this.dispatch({ type: 'frame', frame })
    this.draw()
  }

  /** A page that is not on screen draws no pictures, so that nothing follows playback: its sound stays in the loop. */
  #keepInLoopUnseen(): void {
    const range = this.#state.loop.isOn ? loopRange(this.#state) : null
    if (!range || !document.hidden || this.#video.paused || this.#video.seeking) return
    const { times } = this.#frames
    const seconds = this.#video.currentTime
    if (seconds < times.startOf(range.from) || seconds >= times.startOf(range.to + 1)) this.#loop.restart(range)
  }

  /** The picture on the screen may be a frame older than the position. */
  #handlePause(): void {
    const { times } = this.#frames
    const at = times.frameAt(this.#video.currentTime)
    const shown = this.#loop.frameOnCanvas ?? (this.#presented === null ? at : times.frameAt(this.#presented))
    // A step that has paused it is already on from there.
    const hasStepped = this.#pendingSeek !== null || this.#soughtFrame !== null
    if (!hasStepped) this.dispatch({ type: 'frame', frame: Math.abs(shown - at) <= 1 ? shown : at })
    this.#followStore()
    this.draw()
  }

  /** A seek by other controls. One of this session may be told of after the next step, and does not take that back. */
  #handleSeek(): void {
    this.#presented = null
    if (this.#loop.isReturning || !this.#video.paused) return
    const frame = this.#frames.times.frameAt(this.#video.currentTime)
    if (frame === this.#state.frame || frame === this.#soughtFrame) return
    this.#soughtFrame = null
    clearTimeout(this.#seekTimer)
    this.#pendingSeek = null
    this.dispatch({ type: 'frame', frame })
    this.draw()
  }

  /**
   * A loop up to the last frame goes on; the element has paused. Firefox ends before the page has had a picture of the last
   * frame: that is shown first, as long as a frame takes.
   */
  #handleEnd(): void {
    const range = this.#state.loop.isOn ? loopRange(this.#state) : null
    if (!range) return
    if (this.#loop.frameOnCanvas === range.to) this.#restart(range)
    else {
      this.dispatch({ type: 'frame', frame: range.to })
      this.draw()
      const { times } = this.#frames
      const frameMs = (times.middleOf(range.to) - times.startOf(range.to)) * 2000
      this.#endTimer = setTimeout(() => {
        if (this.#video.ended) this.#restart(range)
      }, frameMs)
    }
  }

  #restart(range: FrameRange): void {
    this.#loop.restart(range)
    void this.#video.play().catch(() => {})
  }

  #watchPresented(): void {
    const video = this.#video
    if (!('requestVideoFrameCallback' in video)) return
    const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      if (this.#closing.signal.aborted) return
      this.#presented = mediaTime
      this.#loop.notePresented(mediaTime)
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
  }
}

/** A frame that shines through, and how strongly. */
export interface OnionFrame {
  frame: number
  side: 'previous' | 'next'
  strength: number
}

/** The drawings that shine through at a frame, the nearest last; single frames where drawings are unknown. */
export function onionFrames({ times, drawings }: StudyFrames, frame: number, onion: StudyState['onion']): OnionFrame[] {
  return (['previous', 'next'] as const).flatMap((side) => {
    const { count, strength } = onion[side]
    const sign = side === 'previous' ? -1 : 1
    return Array.from({ length: count }, (_, index) => count - index).flatMap((distance) => {
      const other = drawings ? drawings.beside(frame, sign * distance)?.first : frame + sign * distance
      if (other === undefined || other < 0 || other >= times.count) return []
      return [{ frame: other, side, strength: strength / distance }]
    })
  })
}
