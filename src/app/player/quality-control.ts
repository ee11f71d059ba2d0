import type Hls from 'hls.js'
import type { Events as HlsEvents } from 'hls.js'
import type { PlayerEvent } from './player-state.ts'
import { levelOf, nearestQuality, qualitiesOf, readQuality, rememberQuality } from './quality.ts'

/** The viewer's choice of a rendition, which every hls.js of a video follows. */
export class QualityControl {
  readonly #emit: (event: PlayerEvent) => void
  #hls: Hls | null = null
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

  /** Chooses again what hls.js has dropped for errors, before it tries once more. */
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
    return true
  }
}
