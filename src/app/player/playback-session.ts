import { attachSource } from '#app/playback/attach-source.ts'
import { autoplay } from '#app/playback/autoplay.ts'
import { type EarlyPlayback, startEarlyPlayback, takeEarlyPlayback } from '#app/playback/early-playback.ts'
import { handOffToHls } from '#app/playback/hand-off.ts'
import { loadAgain } from '#app/playback/hls.ts'
import { applyRememberedVolume } from '#app/playback/remembered-volume.ts'
import type { SourceListener } from '#app/playback/source-listener.ts'
import type { FastStartMedia } from '#video/video.ts'
import type { PlayerEvent } from './player-state.ts'
import { type PlaybackPosition, reportPositions } from './position-reports.ts'
import { QualityControl } from './quality-control.ts'
import { onConnectionBack, Reconnection } from './reconnection.ts'
import { eventsOf, missedEvents, volumeEvent } from './video-events.ts'

/** How a player starts: playing, or paused on its first frame; with audio, or muted. */
export type PlayerStart = 'playing' | 'muted' | 'paused' | 'paused muted'

interface SessionOptions {
  start: PlayerStart
  /** Used once: revalidated data describes the same video, and a retry uses no fast start. */
  fastStart: FastStartMedia | null
  /** Whether it stays on its first frame, also when it is played, until `endHold`. */
  isHeld: boolean
  /** Read whenever it is needed, since it follows the data of the page; undefined where no position is stored. */
  position(): PlaybackPosition | undefined
  /** Called with the events of the video, for the state of the player. */
  emit(event: PlayerEvent): void
}

/**
 * The playback of one video element, from mounting to unmounting: owns the attached source, the fast start that the
 * page may have begun, where the video resumes, and the reconnection after a lost connection. Closed by `close`.
 */
export class PlaybackSession {
  readonly #video: HTMLVideoElement
  readonly #options: SessionOptions
  readonly #closing = new AbortController()
  readonly #endReports: () => void
  readonly #quality: QualityControl
  readonly #reconnection: Reconnection
  #fastStart: FastStartMedia | null
  /** URL of the attached playlist; null before the first one. */
  #hls: string | null = null
  /** Releases the source, or cancels attaching it. */
  #release = () => {}
  /** Requests the media again that a lost connection left out; null where no attached source can. */
  #resume: (() => void) | null = null
  /** Loading a source pauses a video silently; this is the last wish of the page or the viewer. */
  #wantsToPlay: boolean
  #isHeld: boolean
  /** Whether a source is attached and the video is where it starts. */
  #isPlaced = false
  /** False while the video shows its first frame and is about to continue at another position. */
  #hasResumed = false
  /** Where the video is, or is about to be; null until a source is attached. */
  #positionSeconds: number | null = null

  constructor(video: HTMLVideoElement, options: SessionOptions) {
    const { emit } = options
    this.#video = video
    this.#options = options
    this.#fastStart = options.fastStart
    this.#wantsToPlay = !options.start.startsWith('paused')
    this.#isHeld = options.isHeld
    this.#quality = new QualityControl(emit)
    this.#reconnection = new Reconnection({
      resume: () => {
        this.#quality.reapply()
        this.#resume?.()
      },
      onStopped: () => emit({ type: 'failed', failure: 'stopped' }),
      onRecovered: () => emit({ type: 'recovered' }),
    })
    this.#endReports = reportPositions(video, () => (this.#hasResumed ? options.position() : undefined))
    this.#subscribe()
  }

  /** Attaches a source in place of the attached one, if any, and continues from the position reached so far. */
  start(hls: string): void {
    this.#reconnection.reset()
    void this.#attach(hls)
  }

  async #attach(hls: string): Promise<void> {
    const video = this.#video
    const { emit, position, start } = this.#options
    this.#release()
    this.#hls = hls
    this.#isPlaced = false
    this.#resume = null
    emit({ type: 'attached' })
    this.#reconnection.setWaiting(this.#wantsToPlay)
    const resumeAt = this.#positionSeconds ?? position()?.resumeSeconds ?? 0
    this.#positionSeconds = resumeAt
    // A video that starts at its start is where it should be from its first frame on.
    this.#hasResumed = resumeAt === 0
    const early = this.#takeEarlyPlayback(resumeAt)
    if (start.endsWith('muted')) video.muted = true
    else if (!early?.isMutedByBrowser) applyRememberedVolume(video)
    emit(volumeEvent(video))
    const attached = new AbortController()
    const { signal } = attached
    this.#release = () => attached.abort()
    const listener = this.#listen(hls)
    try {
      const attach = (startAt: number) => attachSource(video, hls, listener, { startAt })
      const release = early ? handOffToHls(video, early, hls, { listener, fallBack: attach }) : await attach(resumeAt)
      if (signal.aborted) return release()
      signal.addEventListener('abort', release)
    } catch {
      // The code of hls.js could not be loaded.
      if (!signal.aborted) listener.onLost()
      return
    }
    if (early) for (const event of missedEvents(video, early)) this.#handle(event)
    if (resumeAt > 0) this.#resumeAt(resumeAt, signal)
    this.#isPlaced = true
    await this.#playOrPause()
    if (!this.#closing.signal.aborted) emit({ type: 'active' })
  }

  /** Moves the video there once it has loaded: earlier, Chromium would count all that lies before as played. */
  #resumeAt(seconds: number, signal: AbortSignal): void {
    const video = this.#video
    const isLoaded = video.readyState !== HTMLMediaElement.HAVE_NOTHING
    const move = () => {
      // The viewer may have chosen another place while it loaded.
      if (isLoaded || video.currentTime === 0) video.currentTime = seconds
      this.#hasResumed = true
    }
    if (isLoaded) move()
    else video.addEventListener('loadedmetadata', move, { once: true, capture: true, signal })
  }

  async #playOrPause(): Promise<void> {
    const { emit } = this.#options
    if (!this.#wantsToPlay) emit({ type: 'pause' })
    else if (!this.#isHeld) await autoplay(this.#video, () => emit({ type: 'muted by browser' }))
  }

  /** Lets a held video play. @param plays false if it is to stay paused until the viewer plays it */
  endHold(plays: boolean): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (!plays) this.#wantsToPlay = false
    // Otherwise it begins as soon as its source is attached.
    if (this.#isPlaced) void this.#playOrPause()
  }

  /** Pauses, also a video that has not started yet. */
  pause(): void {
    this.#wantsToPlay = false
    this.#video.pause()
  }

  /** The viewer asks for another attempt. */
  retry(): void {
    if (this.#hls === null) return
    this.#wantsToPlay = true
    if (this.#resume) {
      this.#options.emit({ type: 'attached' })
      this.#reconnection.retryAsked()
    } else this.start(this.#hls)
  }

  /** @param lines of the rendition to show; null for automatic */
  chooseQuality(lines: number | null): void {
    if (!this.#quality.choose(lines) && this.#hls !== null) this.start(this.#hls)
  }

  /** Reports the last position, and releases the video. */
  close(): void {
    this.#endReports()
    this.#closing.abort()
    this.#reconnection.reset()
    this.#release()
  }

  /** @param url of the playlist that is attached */
  #listen(url: string) {
    const reconnection = this.#reconnection
    return {
      onAttaching: () => {
        if (!this.#video.paused) this.#wantsToPlay = true
      },
      onFatal: () => {
        reconnection.reset()
        this.#resume = null
        this.#options.emit({ type: 'failed', failure: 'unplayable' })
      },
      onLost: () => {
        this.#resume ??= () => void this.#attach(url)
        reconnection.noteLost()
      },
      onTrouble: () => reconnection.noteTrouble(),
      onLoaded: () => reconnection.noteLoaded(),
      onHls: (hls, enums) => {
        this.#quality.connect(hls, enums)
        const resume = () => loadAgain(hls)
        this.#resume = resume
        hls.once(enums.Events.DESTROYING, () => {
          if (this.#resume === resume) this.#resume = null
        })
      },
    } satisfies SourceListener
  }

  /** The playback that the page started before hydration, or a new one; null where the video has no fast start. */
  #takeEarlyPlayback(resumeAt: number): EarlyPlayback | null {
    const fastStart = resumeAt === 0 ? this.#fastStart : null
    this.#fastStart = null
    return takeEarlyPlayback(this.#video) ?? (fastStart && startEarlyPlayback(this.#video, fastStart))
  }

  #subscribe(): void {
    const { signal } = this.#closing
    onConnectionBack(this.#reconnection, signal)
    const noteWish = ({ type }: Event) => {
      if (this.#isHeld) this.#keepHeld(type)
      else this.#wantsToPlay = type === 'play'
    }
    for (const type of ['play', 'pause']) this.#video.addEventListener(type, noteWish, { signal })
    eventsOf(this.#video, signal, (event) => this.#handle(event))
  }

  /** Pauses a held video that is played, and remembers to play it once it is no longer held. */
  #keepHeld(type: string): void {
    if (type !== 'play') return
    this.#wantsToPlay = true
    this.#video.pause()
    this.#options.emit({ type: 'waiting' })
  }

  #handle(event: PlayerEvent): void {
    const { type } = event
    // The video waits, and is neither playing nor paused by the viewer.
    if (this.#isHeld && this.#wantsToPlay && (type === 'play' || type === 'playing' || type === 'pause')) return
    // Until then every position is 0, and the place is to be kept.
    const hasPlace = this.#hasResumed && this.#video.readyState !== HTMLMediaElement.HAVE_NOTHING
    if (type === 'position' && !hasPlace) return
    if (type === 'position') this.#positionSeconds = event.position
    if (type === 'waiting') this.#reconnection.setWaiting(true)
    if (type === 'playing' || type === 'pause') this.#reconnection.setWaiting(false)
    this.#options.emit(event)
  }
}
