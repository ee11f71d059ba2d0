import type { Page } from 'playwright-core'
import { NUMBER_BITS } from '#tests/support/media/clips.server.ts'

/** Lets a page, or a frame of one, read the numbers that `isNumbered` clips carry. Called once a page, before `readFrames`. */
export async function prepareFrameReader(page: Pick<Page, 'evaluate'>): Promise<void> {
  await page.evaluate((bits) => {
    const context = new OffscreenCanvas(bits * 8, 8).getContext('2d', { willReadFrequently: true })!
    const read = (source: HTMLVideoElement | HTMLCanvasElement): number => {
      const width = source instanceof HTMLVideoElement ? source.videoWidth : source.width
      context.drawImage(source, 0, 0, width, width / bits, 0, 0, bits * 8, 8)
      const { data } = context.getImageData(0, 4, bits * 8, 1)
      return Array.from({ length: bits }, (_, bit) => (data[(bit * 8 + 4) * 4]! > 128 ? 2 ** bit : 0)).reduce(
        (sum, value) => sum + value,
      )
    }
    const canvas = () => document.querySelector<HTMLCanvasElement>('.study-frame:not([hidden])')
    globalThis.frameReader = {
      // On the canvas of study mode, or in the video.
      seen: () => read(canvas() ?? document.querySelector('video')!),
      isOnCanvas: () => canvas() !== null,
      read,
    }
  }, NUMBER_BITS)
}

declare global {
  var frameReader: { seen(): number; isOnCanvas(): boolean; read(source: HTMLCanvasElement): number }
}

export const seenFrame = (page: Pick<Page, 'evaluate'>): Promise<number> =>
  page.evaluate(() => globalThis.frameReader.seen())

/** A step that `stepThrough` saw: the number after a press, and how long its frame took to be drawn. */
export interface SeenStep {
  frame: number
  ms: number
}

/** Presses a key so often, each time once the frame before is drawn. */
export function stepThrough(page: Page, key: string, times: number): Promise<SeenStep[]> {
  return page.evaluate(
    async ({ key, times }) => {
      const seen: { frame: number; ms: number }[] = []
      const clock = () => document.querySelector('[role=timer]')?.textContent
      for (let step = 0; step < times; step += 1) {
        const before = clock()
        const startedAt = performance.now()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        while (clock() === before || !globalThis.frameReader.isOnCanvas()) await new Promise(requestAnimationFrame)
        seen.push({ ms: performance.now() - startedAt, frame: globalThis.frameReader.seen() })
      }
      return seen
    },
    { key, times },
  )
}

/** The frames of one turn of a loop, in the order in which they were seen. */
export interface LoopTurn {
  first: number
  last: number
  seen: number[]
}

/**
 * Watches whole turns of a loop that plays, once all its frames come from the canvas: the numbers that are seen, there or in
 * the video.
 */
export function recordTurns(page: Page, { from, to, turns }: { from: number; to: number; turns: number }) {
  return page.evaluate(
    async ({ from, to, turns }): Promise<LoopTurn[]> => {
      const canvas = document.querySelector<HTMLCanvasElement>('.study-frame')!
      const drawn = new Set<number>()
      let seen: number[] = []
      let starts: number[] = []
      const note = () => {
        const frame = globalThis.frameReader.seen()
        const before = seen.at(-1)
        if (globalThis.frameReader.isOnCanvas()) drawn.add(frame)
        if (before !== undefined && frame < before) starts.push(seen.length)
        if (frame !== before) seen.push(frame)
      }
      // Sees each frame of the canvas, however late the next picture of the page is.
      const observer = new MutationObserver(note)
      observer.observe(canvas, { attributes: true })
      const isReady = () =>
        Array.from({ length: to - from + 1 }, (_, index) => from + index).every((it) => drawn.has(it))
      const noteUntil = async (isOver: () => boolean) => {
        while (!isOver()) {
          await new Promise(requestAnimationFrame)
          note()
        }
      }
      await noteUntil(isReady)
      seen = []
      starts = []
      await noteUntil(() => starts.length > turns)
      observer.disconnect()
      return starts.slice(0, turns).map((start, index) => {
        const turn = seen.slice(start, starts[index + 1])
        return { first: turn[0]!, last: turn.at(-1)!, seen: turn }
      })
    },
    { from, to, turns },
  )
}
