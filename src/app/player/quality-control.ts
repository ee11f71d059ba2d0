import type Hls from 'hls.js'
import type { Events as HlsEvents } from 'hls.js'
import type { PlayerEvent } from './player-state.ts'
import { levelOf, nearestQuality, qualitiesOf, readQuality, rememberQuality } from './quality.ts'

/** How long the first segment of a new quality may take without stopping the picture. */
const FETCH_SECONDS = 3
/** How much of a segment stays when it is to be replaced. */
const OVERLAP = 0.25

/** The viewer's choice of a rendition, which every hls.js of a video follows. */
export class QualityControl {
  readonly #emit: (event: PlayerEvent) => void
  #hls: Hls | null = null
  #flush: ((fromSeconds: number) => void) | null = null
  #wasConnected = false
  /** Lines of the picture; null for automatic. */
  #chosen = readQuality()

  constructor(emit: (event: PlayerEvent) => void) {
    this.#emit = emit
    if (this.#chosen !== null) emit({ type: 'quality', quality: this.#chosen })
  }

  /** Makes an hls.js follow the choice from its first segment on. Called after its levels are limited to a codec. */
  connect(hls: Hls, { Events }: { Events: typeof HlsEvents }): void {
    this.#hls = hls
    this.#wasConnected = true
    this.#flush = (startOffset) =>
      hls.trigger(Events.BUFFER_FLUSHING, { startOffset, endOffset: Number.POSITIVE_INFINITY, type: null })
    hls.on(Events.MANIFEST_PARSED, () => {
      const qualities = qualitiesOf(hls.levels)
      this.#emit({ type: 'qualities', qualities })
      if (this.#chosen === null) return
      const nearest = nearestQuality(qualities, this.#chosen)
      this.#emit({ type: 'quality', quality: nearest?.lines ?? null })
      this.reapply()
    })
    hls.once(Events.DESTROYING, () => {
      if (this.#hls === hls) this.#hls = null
    })
  }

  /** Chooses again the rendition that hls.js has dropped for errors, before it tries once more. */
  reapply(): void {
    if (this.#hls && this.#chosen !== null) this.#hls.loadLevel = levelOf(this.#hls.levels, this.#chosen)
  }

  /**
   * Remembers a choice for this tab and shows it from the next segment on, without a pause.
   * @returns false where hls.js has finished with the video, whose source is to be attached again
   */
  choose(lines: number | null): boolean {
    this.#chosen = lines
    rememberQuality(lines)
    this.#emit({ type: 'quality', quality: lines })
    if (!this.#hls) return !this.#wasConnected
    this.#hls.nextLevel = lines === null ? -1 : levelOf(this.#hls.levels, lines)
    if (lines !== null) this.#dropEarlyBuffer(this.#hls)
    return true
  }

  /**
   * Drops the media that a fast start has buffered after the playing segment: hls.js does so only after one of its own.
   */
  #dropEarlyBuffer({ media, currentLevel, levels }: Hls): void {
    if (!media || currentLevel !== -1) return
    const playsUntil = media.currentTime + (media.paused ? 0 : FETCH_SECONDS)
    const fragments = levels.find(({ details }) => details)?.details?.fragments
    const next = fragments?.find(({ start }) => start > playsUntil)
    // As hls.js does: the new segment overlaps the rest of the old one.
    if (next) this.#flush?.(next.start + next.duration * OVERLAP)
  }
}
