/** Width of an outline in pixels: fine enough for a pencil line, and quick to find. */
const WIDTH = 640
/** Changes of the luma across a line; below this they are surfaces, or grain. */
const EDGE = 48
/** Differences of the luma from the frame that is looked at; below this, the line is in both. */
const MOVED = 20

const colours = { previous: [124, 199, 255], next: [255, 138, 110] } as const

/**
 * The lines of a frame that are elsewhere in the current one, in the colour of its side. Everything else is
 * transparent, lines that stand still in both included.
 */
export function outlineOf(frame: VideoFrame, now: VideoFrame, side: 'previous' | 'next'): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  const [width, height] = [WIDTH, Math.max(3, Math.round((WIDTH * frame.displayHeight) / frame.displayWidth))]
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const lumaOf = (picture: VideoFrame) => {
    context.drawImage(picture, 0, 0, width, height)
    return luma(context.getImageData(0, 0, width, height).data)
  }
  const image = context.createImageData(width, height)
  drawMovedLines(image, { other: lumaOf(frame), now: lumaOf(now) }, colours[side])
  context.putImageData(image, 0, 0)
  return canvas
}

function luma(data: Uint8ClampedArray): Float32Array {
  const values = new Float32Array(data.length / 4)
  for (let at = 0; at < values.length; at += 1)
    values[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!
  return values
}

/** Draws the edges (Sobel's operator) of one picture where it differs from another. */
export function drawMovedLines(
  { data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>,
  { other, now }: { other: Float32Array; now: Float32Array },
  [red, green, blue]: readonly [number, number, number],
): void {
  const hasMoved = (at: number) =>
    [at, at - 1, at + 1, at - width, at + width].some((near) => Math.abs(other[near]! - now[near]!) > MOVED)
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const strength = edgeAt(other, at, width) - EDGE
      if (strength <= 0 || !hasMoved(at)) continue
      data.set([red, green, blue, Math.min(255, strength * 2)], at * 4)
    }
}

function edgeAt(values: Float32Array, at: number, width: number): number {
  const [above, below] = [at - width, at + width]
  const left = values[above - 1]! + 2 * values[at - 1]! + values[below - 1]!
  const right = values[above + 1]! + 2 * values[at + 1]! + values[below + 1]!
  const top = values[above - 1]! + 2 * values[above]! + values[above + 1]!
  const bottom = values[below - 1]! + 2 * values[below]! + values[below + 1]!
  return Math.hypot(right - left, bottom - top)
}
