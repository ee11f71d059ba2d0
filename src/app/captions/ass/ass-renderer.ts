import JASSUB from 'jassub'
import wasmUrl from 'jassub/dist/wasm/jassub-worker.wasm?url'
import modernWasmUrl from 'jassub/dist/wasm/jassub-worker-modern.wasm?url'
import workerUrl from 'jassub/dist/worker/worker.js?worker&url'
import { hasRelaxedSimd } from './relaxed-simd.ts'

/** A draw that takes longer is taken for one that never ends. */
const STUCK_MS = 30_000
/** One thread draws; on larger screens the browser enlarges the drawn picture. */
const MAX_HEIGHT = 1080
/** Megabytes of bitmaps, and glyphs, that libass keeps. */
const CACHED_MEGABYTES = 64
const CACHED_GLYPHS = 10_000

// Looked for by compiling a module, which the Content-Security-Policy of pages forbids.
JASSUB._supportsSIMD = hasRelaxedSimd()

export type ColourMatrix = 'RGB' | 'BT709' | 'BT601'

export interface RenderedMoment {
  seconds: number
  /** Width of the video, as stored. */
  width: number
  height: number
}

export interface RendererOptions {
  canvas: HTMLCanvasElement
  script: string
  fonts: Uint8Array[]
  defaultFont: string
}

/** libass in a worker. Every call is answered in turn, or rejected when the worker fails. */
export class AssRenderer {
  readonly #jassub: JASSUB
  readonly #closed: Promise<never>
  #rejectAll: (reason: unknown) => void = () => {}

  private constructor({ canvas, script, fonts, defaultFont }: RendererOptions) {
    this.#closed = new Promise((_, reject) => {
      this.#rejectAll = reject
    })
    this.#closed.catch(() => {})
    this.#jassub = new JASSUB({
      canvas,
      subContent: script,
      fonts,
      defaultFont,
      workerUrl,
      wasmUrl,
      modernWasmUrl,
      queryFonts: false,
      maxRenderHeight: MAX_HEIGHT,
      libassMemoryLimit: CACHED_MEGABYTES,
      libassGlyphLimit: CACHED_GLYPHS,
    })
    // Its resize observer leaves rejections unhandled, so the layer calls `resize` itself.
    this.#jassub._removeListeners()
    this.#jassub._worker.addEventListener('error', (event) => {
      this.close(new Error(`The subtitle worker failed: ${event.message}`))
    })
  }

  static async open(options: RendererOptions, signal: AbortSignal): Promise<AssRenderer> {
    const renderer = new AssRenderer(options)
    signal.addEventListener('abort', () => renderer.close(signal.reason))
    await renderer.#answered(renderer.#jassub.ready)
    return renderer
  }

  async draw({ seconds, width, height }: RenderedMoment): Promise<void> {
    // Half a millisecond: libass cuts to whole ones, and 2.04 s are 2,039.99… ms.
    const moment = { mediaTime: seconds + 0.0005, width, height, expectedDisplayTime: 0 }
    await this.#answered(this.#jassub.manualRender(moment))
  }

  async resize(): Promise<void> {
    await this.#answered(this.#jassub.resize())
  }

  async setScript(script: string): Promise<void> {
    await this.#answered(this.#jassub.renderer.setTrack(script))
  }

  async addFont(font: Uint8Array): Promise<void> {
    await this.#answered(this.#jassub.renderer.addFonts([font]))
  }

  async setDefaultFont(family: string): Promise<void> {
    await this.#answered(this.#jassub.renderer.setDefaultFont(family))
  }

  async setColourMatrix(matrix: ColourMatrix): Promise<void> {
    await this.#answered(this.#jassub.renderer._setColorSpace(matrix))
  }

  /** Ends the worker at once, even in the middle of a draw: JASSUB's own way waits for it. */
  close(reason: unknown): void {
    this.#jassub._worker.terminate()
    this.#rejectAll(reason)
  }

  async #answered<Value>(answer: Promise<Value>): Promise<Value> {
    const stuck = setTimeout(() => this.close(new Error('Drawing subtitles took too long.')), STUCK_MS)
    try {
      return await Promise.race([answer, this.#closed])
    } finally {
      clearTimeout(stuck)
    }
  }
}
