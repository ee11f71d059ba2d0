import { drawableAss } from './check-ass.ts'
import { DrawnLayer } from './drawn-layer.ts'
import { defaultFontOf, loadAttachedFonts, loadFont } from './needed-fonts.ts'

export interface AssRequest {
  video: HTMLVideoElement
  /** Covers the picture, is positioned, and gets the canvas. */
  host: HTMLElement
  /** Text of an ASS or SSA file. */
  script: string
  /** Addresses of the fonts that come with the script. */
  fonts?: readonly string[]
  /** Aborting is the same as `destroy()`. */
  signal: AbortSignal
  /** The worker failed or never answered: the layer is destroyed, the picture goes on without it. */
  onFailure?: (error: unknown) => void
}

export interface AssLayer {
  /** Raises unpositioned dialogue by CSS pixels from where the script has it; 0 takes it back. */
  liftDialogue(px: number): void
  /** @throws UndrawableAss */
  setScript(script: string): void
  /** Ends the worker and removes the canvas; repeating it changes nothing. */
  destroy(): void
}

/**
 * Draws an ASS script over a video, in step with its frames, until it is destroyed. Resolves once the worker, the script
 * and the fonts are loaded.
 *
 * @throws UndrawableAss
 * @throws TypeError when a file of the renderer cannot be loaded
 */
export async function drawAss(request: AssRequest): Promise<AssLayer> {
  const { video, host, fonts = [], signal, onFailure = () => {} } = request
  const script = drawableAss(request.script)
  const font = defaultFontOf(request.script)
  const [attached, standIn] = await Promise.all([loadAttachedFonts(fonts, signal), loadFont(font.url, signal)])
  const layer = new DrawnLayer({ video, host, script, font, onFailure })
  signal.addEventListener('abort', () => layer.destroy(signal.reason))
  await layer.open([...attached, standIn])
  return {
    liftDialogue: (px) => layer.liftDialogue(px),
    setScript: (text) => layer.setScript(drawableAss(text), defaultFontOf(text)),
    destroy: () => layer.destroy(),
  }
}
