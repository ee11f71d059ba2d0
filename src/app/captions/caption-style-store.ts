import { type CaptionStyle, rememberCaptionStyle, rememberedCaptionStyle } from './caption-style.ts'

// One style for all players of the page, changed in a dialog beside them.
let style: CaptionStyle | null = null
const listeners = new Set<() => void>()

export function readCaptionStyle(): CaptionStyle {
  style ??= rememberedCaptionStyle()
  return style
}

export function chooseCaptionStyle(chosen: CaptionStyle): void {
  style = chosen
  rememberCaptionStyle(chosen)
  for (const listener of listeners) listener()
}

/** @returns stops listening */
export function subscribeToCaptionStyle(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
