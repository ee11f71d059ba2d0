import { autoplay } from '#app/fast-start/autoplay.ts'
import { type EarlyPlayback, startEarlyPlayback, takeEarlyPlayback } from '#app/fast-start/early-playback.ts'
import type { FastStartMedia } from '#video/video.ts'
import { attachSource } from './attach-source.ts'
import { handOffToHls } from './hand-off.ts'
import type { PlayerEvent } from './player-state.ts'
import { type PlaybackPosition, reportPositions } from './position-reports.ts'

/** How a player starts: playing, or paused on its first frame; with audio, or muted. */
export type PlayerStart = 'playing' | 'muted' | 'paused' | 'paused muted'

interface SessionOptions {
  start: PlayerStart
  /** Used once: revalidated data describes the same video, and a retry uses no fast start. */
  fastStart: FastStartMedia | null
  /** Read whenever it is needed, since it follows the data of the page; undefined where no position is stored. */
  position(): PlaybackPosition | undefined
  /** Called with the events of the video, for the state of the player. */
  emit(event: PlayerEvent): void
}

/**
 * The playback of one video element, from mounting to unmounting: owns the attached source, the fast start that the
 * page may have begun, and where the video resumes. Closed by `close`.
 */
export class PlaybackSession {
  readonly #video: HTMLVideoElement
  readonly #options: SessionOptions
  readonly #closing = new AbortController()
  readonly #endReports: () => void
  #fastStart: FastStartMedia | null
  /** Releases the source, or cancels attaching it. */
  #release = () => {}
  /** False while the video shows its first frame and is about to continue at another position. */
  #hasResumed = false
  #positionSeconds = 0

  constructor(video: HTMLVideoElement, options: SessionOptions) {
    this.#video = video
    this.#options = options
    this.#fastStart = options.fastStart
    this.#endReports = reportPositions(video, () => (this.#hasResumed ? options.position() : undefined))
    this.#subscribe()
  }

  /** Attaches a source in place of the attached one, if any, and plays it from the position reached so far. */
  async start(hls: string): Promise<void> {
    const video = this.#video
    const { emit, position, start } = this.#options
    this.#release()
    emit({ type: 'attached' })
    const resumeAt = this.#hasResumed ? this.#positionSeconds : (position()?.resumeSeconds ?? 0)
    // A video that starts at its start is where it should be from its first frame on.
    if (resumeAt === 0) this.#hasResumed = true
    const early = this.#takeEarlyPlayback(resumeAt)
    let isCancelled = false
    this.#release = () => {
      isCancelled = true
    }
    const onFatal = () => emit({ type: 'failed' })
    try {
      const attach = () => attachSource(video, hls, onFatal)
      const release = early ? handOffToHls(video, early, hls, { onFatal, fallBack: attach }) : await attach()
      if (isCancelled) return release()
      this.#release = release
    } catch {
      // The code of hls.js could not be loaded.
      if (!isCancelled) onFatal()
      return
    }
    if (early) for (const event of missedEvents(video, early)) emit(event)
    if (resumeAt > 0) video.currentTime = resumeAt
    this.#hasResumed = true
    if (start.endsWith('muted')) video.muted = true
    if (start.startsWith('paused')) emit({ type: 'pause' })
    else await autoplay(video, () => emit({ type: 'muted by browser' }))
    if (!this.#closing.signal.aborted) emit({ type: 'active' })
  }

  /** Reports the last position, and releases the video. */
  close(): void {
    this.#endReports()
    this.#closing.abort()
    this.#release()
  }

  /** The playback that the page started before hydration, or a new one; null where the video has no fast start. */
  #takeEarlyPlayback(resumeAt: number): EarlyPlayback | null {
    const fastStart = resumeAt === 0 ? this.#fastStart : null
    this.#fastStart = null
    return takeEarlyPlayback(this.#video) ?? (fastStart && startEarlyPlayback(this.#video, fastStart))
  }

  #subscribe(): void {
    const video = this.#video
    const { emit } = this.#options
    const on = (type: string, listener: () => void) =>
      video.addEventListener(type, listener, { signal: this.#closing.signal })
    const updatePosition = () => {
      this.#positionSeconds = video.currentTime
      emit(positionEvent(video))
    }
    on('play', () => emit({ type: 'play' }))
    on('pause', () => emit({ type: 'pause' }))
    on('waiting', () => emit({ type: 'waiting' }))
    on('playing', () => emit({ type: 'playing' }))
    on('canplay', () => {
      if (video.paused) emit({ type: 'pause' })
    })
    on('timeupdate', updatePosition)
    on('seeking', updatePosition)
    on('progress', updatePosition)
    on('durationchange', () => emit({ type: 'duration', duration: video.duration }))
    on('volumechange', () => emit(volumeEvent(video)))
  }
}

/** The events that the element emitted before the player subscribed. */
function missedEvents(video: HTMLVideoElement, early: EarlyPlayback): PlayerEvent[] {
  const isReady = video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
  const events: PlayerEvent[] = [{ type: 'duration', duration: video.duration }, positionEvent(video)]
  if (early.isMutedByBrowser) events.push({ type: 'muted by browser' })
  if (!video.paused) events.push({ type: 'play' })
  // The browser either refused to play at all, or plays.
  if (isReady) events.push({ type: video.paused ? 'pause' : 'playing' })
  return events
}

export function positionEvent(video: HTMLVideoElement): PlayerEvent {
  return { type: 'position', position: video.currentTime, bufferedUntil: bufferedEnd(video) }
}

export function volumeEvent(video: HTMLVideoElement): PlayerEvent {
  return { type: 'volume', volume: video.volume, isMuted: video.muted }
}

function bufferedEnd(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video
  for (let range = 0; range < buffered.length; range++)
    if (buffered.start(range) <= currentTime + 0.1 && currentTime <= buffered.end(range)) return buffered.end(range)
  return currentTime
}
