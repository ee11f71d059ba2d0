import { AssRenderer } from './ass-renderer.ts'
import type { AssScript } from './ass-script.ts'
import { colourMatrixOf } from './colour-matrix.ts'
import { followFrames } from './frame-clock.ts'
import { raiseDialogue } from './lift.ts'
import { type DefaultFont, loadFont } from './needed-fonts.ts'
import { PictureCanvas } from './picture-canvas.ts'

interface LayerOptions {
  video: HTMLVideoElement
  host: HTMLElement
  script: AssScript
  font: DefaultFont
  onFailure: (error: unknown) => void
}

/** The layer drawn over one video: its canvas, its worker, and the code that keeps both in step with the video. */
export class DrawnLayer {
  readonly #video: HTMLVideoElement
  readonly #onFailure: (error: unknown) => void
  readonly #ended = new AbortController()
  readonly #canvas: PictureCanvas
  readonly #frameTime: () => number
  readonly #fontFamilies = new Set<string>()
  #renderer: AssRenderer | null = null
  #script: AssScript
  #font: DefaultFont
  #liftPx = 0
  /** The text that libass has, and the text that it is to have. */
  #drawn = ''
  #wanted = ''
  #isUpdating = false

  constructor({ video, host, script, font, onFailure }: LayerOptions) {
    this.#video = video
    this.#script = script
    this.#font = font
    this.#onFailure = onFailure
    const { signal } = this.#ended
    this.#canvas = new PictureCanvas(video, host, () => this.#onResize(), signal)
    this.#frameTime = followFrames(video, () => this.#draw(), signal)
    document.addEventListener('visibilitychange', () => this.#draw(), { signal })
  }

  /** @param fonts with the default font among them */
  async open(fonts: Uint8Array[]): Promise<void> {
    const defaultFont = this.#font.family
    this.#drawn = this.#wanted = raiseDialogue(this.#script, 0)
    this.#fontFamilies.add(defaultFont)
    try {
      const options = { canvas: this.#canvas.element, script: this.#drawn, fonts, defaultFont }
      this.#renderer = await AssRenderer.open(options, this.#ended.signal)
      await this.#matchColours()
    } catch (error) {
      this.destroy(error)
      throw error
    }
    this.#update()
    this.#draw()
  }

  liftDialogue(px: number): void {
    this.#liftPx = Math.max(0, px)
    this.#update()
  }

  setScript(script: AssScript, font: DefaultFont): void {
    this.#script = script
    this.#font = font
    this.#update()
  }

  destroy(reason: unknown = new Error('The subtitles are no longer drawn.')): void {
    this.#ended.abort(reason)
  }

  #onResize(): void {
    this.#attempt(async (renderer) => renderer.resize())
    if (this.#liftPx > 0) this.#update()
  }

  /** Loads the wanted script into libass, and again if another one is wanted by then. */
  #update(): void {
    const share = this.#canvas.height === 0 ? 0 : this.#liftPx / this.#canvas.height
    this.#wanted = raiseDialogue(this.#script, share)
    if (this.#isUpdating || !this.#renderer) return
    this.#isUpdating = true
    this.#attempt(async (renderer) => {
      while (this.#wanted !== this.#drawn) {
        const script = this.#wanted
        await this.#applyDefaultFont(renderer)
        await renderer.setScript(script)
        this.#drawn = script
        await this.#matchColours()
      }
      this.#isUpdating = false
      this.#draw()
    })
  }

  async #applyDefaultFont(renderer: AssRenderer): Promise<void> {
    const { family, url } = this.#font
    if (!this.#fontFamilies.has(family)) await renderer.addFont(await loadFont(url, this.#ended.signal))
    this.#fontFamilies.add(family)
    await renderer.setDefaultFont(family)
  }

  async #matchColours(): Promise<void> {
    const matrix = colourMatrixOf(this.#video)
    if (matrix) await this.#renderer?.setColourMatrix(matrix)
  }

  #draw(): void {
    const { videoWidth: width, videoHeight: height } = this.#video
    if (document.visibilityState === 'hidden' || this.#canvas.height === 0 || width === 0) return
    this.#attempt((renderer) => renderer.draw({ seconds: this.#frameTime(), width, height }))
  }

  #attempt(work: (renderer: AssRenderer) => Promise<void>): void {
    if (!this.#renderer || this.#ended.signal.aborted) return
    work(this.#renderer).catch((error) => {
      if (this.#ended.signal.aborted) return
      this.destroy(error)
      this.#onFailure(error)
    })
  }
}
