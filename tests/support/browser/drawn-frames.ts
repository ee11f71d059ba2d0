import { PIXEL_BYTES } from '#video/media/analysis/analysed-frames.ts'

/** A colour as red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** A rectangle in pixels. */
export interface Patch {
  x: number
  y: number
  width: number
  height: number
}

export const SIZE = { width: 160, height: 90 }
export const everywhere: Patch = { x: 0, y: 0, ...SIZE }

/** A frame of one colour, with patches of other colours. */
export function drawFrame(ground: Rgb, ...patches: { patch: Patch; colour: Rgb }[]): Uint8Array {
  const frame = new Uint8Array(SIZE.width * SIZE.height * PIXEL_BYTES)
  for (const { patch, colour } of [{ patch: everywhere, colour: ground }, ...patches]) {
    for (let y = patch.y; y < patch.y + patch.height; y += 1)
      for (let x = patch.x; x < patch.x + patch.width; x += 1) frame.set(colour, (y * SIZE.width + x) * PIXEL_BYTES)
  }
  return frame
}
