import type { VideoSample } from 'mediabunny'
import type { FrameTimes } from '#app/playback/frame-times.ts'
import { decodeSegment, type SegmentFetcher } from './decode-segment.ts'
import type { Segment } from './rendition-index.ts'

/** Bytes of decoded frames that are kept. */
const FRAMES_BYTES = 192 * 1024 * 1024
/** Segments that are kept as they were fetched. */
const SEGMENTS_KEPT = 8
/** Closer to the end of the kept frames than this, the next ones are decoded. */
const AHEAD = 24
/** How long a segment rests that could not be fetched or decoded. */
const REST_MS = 5_000

/** Pixels of a decoded frame, from which a `VideoFrame` is made. A decoder runs out of its own frames when they are kept. */
interface StoredFrame {
  bytes: Uint8Array<ArrayBuffer>
  init: VideoFrameBufferInit
}

/**
 * Decoded frames around the one that is looked at. Steps forth and back find them here; segments are fetched and decoded
 * before they are needed.
 */
export class FrameStore {
  readonly #segments: readonly Segment[]
  readonly #times: FrameTimes
  readonly #onFrame: (frame: number) => void
  readonly #frames = new Map<number, StoredFrame>()
  readonly #fetched = new Map<string, Promise<ArrayBuffer>>()
  /** The moment when a segment could not be fetched or decoded, by URL. */
  readonly #failedAt = new Map<string, number>()
  readonly #closing = new AbortController()
  #waiting: { frames: readonly number[]; resolve(): void }[] = []
  #centre = 0
  #pinned: readonly number[] = []
  #isLookedAt = false
  #radius = AHEAD * 2
  #isWorking = false

  /** @param onFrame called when a frame has come */
  constructor(segments: readonly Segment[], times: FrameTimes, onFrame: (frame: number) => void) {
    this.#segments = segments
    this.#times = times
    this.#onFrame = onFrame
  }

  /** The caller closes it. @returns null while it is not there */
  take(frame: number): VideoFrame | null {
    const stored = this.#frames.get(frame)
    return stored ? new VideoFrame(stored.bytes, stored.init) : null
  }

  /** Resolves once each of these frames, which are kept, has come, or could not be fetched or decoded. */
  settled(frames: readonly number[]): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ frames, resolve })
      this.#settle()
    })
  }

  #settle(): void {
    const isSettled = (frame: number) =>
      this.#closing.signal.aborted || this.#frames.has(frame) || this.#failedAt.has(this.#segmentOf(frame)?.url ?? '')
    const done = this.#waiting.filter(({ frames }) => frames.every(isSettled))
    this.#waiting = this.#waiting.filter((each) => !done.includes(each))
    for (const { resolve } of done) resolve()
  }

  /**
   * Moves the centre of the kept frames.
   * @param pinned other frames that are kept too, and come first after the centre
   * @param isLookedAt whether the frames at the centre are wanted, or only the pinned ones
   */
  moveTo(centre: number, pinned: readonly number[], isLookedAt: boolean): void {
    this.#centre = centre
    this.#pinned = pinned
    this.#isLookedAt = isLookedAt
    void this.#work()
  }

  close(): void {
    this.#closing.abort()
    this.#settle()
    this.#frames.clear()
    this.#fetched.clear()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      for (;;) {
        const segment = this.#closing.signal.aborted ? null : this.#nextSegment()
        if (!segment) return
        const wanted = [...this.#wanted()].filter((frame) => this.#segmentOf(frame) === segment)
        await this.#decode(segment).catch(() => {})
        if (wanted.some((frame) => !this.#frames.has(frame))) this.#failedAt.set(segment.url, performance.now())
        this.#settle()
      }
    } finally {
      this.#isWorking = false
    }
  }

  /** The segment of the first wanted frame that is missing. */
  #nextSegment(): Segment | null {
    for (const frame of this.#wanted()) {
      if (this.#frames.has(frame)) continue
      const segment = this.#segmentOf(frame)
      const failedAt = this.#failedAt.get(segment?.url ?? '') ?? Number.NEGATIVE_INFINITY
      if (segment && performance.now() - failedAt > REST_MS) return segment
    }
    return null
  }

  *#wanted(): Generator<number> {
    if (this.#isLookedAt) yield this.#centre
    yield* this.#pinned
    if (!this.#isLookedAt) return
    for (let distance = 1; distance <= AHEAD; distance += 1) {
      const [next, previous] = [this.#centre + distance, this.#centre - distance]
      if (next < this.#times.count) yield next
      if (previous >= 0) yield previous
    }
  }

  #segmentOf(frame: number): Segment | undefined {
    const seconds = this.#times.middleOf(frame)
    return this.#segments.find(({ endSeconds }) => seconds < endSeconds) ?? this.#segments.at(-1)
  }

  async #decode(segment: Segment): Promise<void> {
    const copies: Promise<void>[] = []
    for await (const sample of decodeSegment(segment, this.#fetch)) {
      copies.push(this.#keep(sample))
      if (this.#closing.signal.aborted) break
    }
    await Promise.all(copies)
    this.#evict()
  }

  async #keep(sample: VideoSample): Promise<void> {
    const frame = this.#times.frameAt(sample.timestamp)
    if (this.#frames.has(frame) || !this.#isKept(frame)) return sample.close()
    const videoFrame = sample.toVideoFrame()
    sample.close()
    try {
      const bytes = new Uint8Array(videoFrame.allocationSize())
      const layout = await videoFrame.copyTo(bytes)
      const { format, visibleRect, displayWidth, displayHeight, timestamp } = videoFrame
      if (format === null || visibleRect === null || this.#closing.signal.aborted) return
      const { width: codedWidth, height: codedHeight } = visibleRect
      const colorSpace = videoFrame.colorSpace.toJSON()
      const init = { format, codedWidth, codedHeight, displayWidth, displayHeight, timestamp, layout, colorSpace }
      this.#frames.set(frame, { bytes, init })
      this.#radius = Math.max(AHEAD * 2, Math.floor(FRAMES_BYTES / bytes.byteLength / 2))
      this.#onFrame(frame)
    } finally {
      videoFrame.close()
    }
  }

  #isKept(frame: number): boolean {
    return Math.abs(frame - this.#centre) <= this.#radius || this.#pinned.includes(frame)
  }

  #evict(): void {
    for (const frame of this.#frames.keys()) if (!this.#isKept(frame)) this.#frames.delete(frame)
  }

  readonly #fetch: SegmentFetcher = (url) => {
    const known = this.#fetched.get(url)
    if (known) return known
    const bytes = fetchBytes(url, this.#closing.signal)
    this.#fetched.set(url, bytes)
    bytes.catch(() => this.#fetched.delete(url))
    const [oldest] = this.#fetched.keys()
    if (this.#fetched.size > SEGMENTS_KEPT && oldest) this.#fetched.delete(oldest)
    return bytes
  }
}

/** @throws Error when it is not there or the network is gone */
export async function fetchBytes(url: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal: signal ?? null })
  if (!response.ok) throw new Error(`${response.status} for a segment`)
  return response.arrayBuffer()
}
