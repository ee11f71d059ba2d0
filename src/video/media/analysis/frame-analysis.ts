import type { FlashSpan } from '#video/video.ts'
import { createFrameSplitter, type FrameSize } from './analysed-frames.ts'
import { createCutDetector } from './cut-detector.ts'
import { createDrawingDetector } from './drawing-detector.ts'
import { createFlashDetector } from './flash-detector.ts'

/** The analysis of a video, frame by frame. Frames count from 0, in the order in which they are shown. */
export interface FrameAnalysis {
  frames: number
  /** When each frame begins to be shown, in seconds. */
  times: readonly number[]
  /** The frames at which a new drawing begins, in order. */
  drawings: number[]
  /** Share of the picture that each drawing changes against the frame before, 0 to 100; 0 for the first. */
  changes: number[]
  /** The frames at which a new shot begins, in order; the first frame is none. */
  cuts: number[]
  /** Spans in which more light flashes than is safe, by their beginning. */
  flashes: FlashSpan[]
  /** Most flashes in each second of the video. */
  flashesPerSecond: number[]
}

/** Analyses raw frames as they are decoded. */
export interface FrameAnalyser {
  /** @param piece of the raw frames: red, green and blue of each pixel */
  push(piece: Uint8Array): void
  /** Null when there were not as many frames as times. */
  end(): FrameAnalysis | null
}

/** @param times when each frame is shown from, in seconds and in order */
export function createFrameAnalyser(size: FrameSize, times: readonly number[]): FrameAnalyser {
  const flashDetector = createFlashDetector(size)
  const drawingDetector = createDrawingDetector(size)
  const cutDetector = createCutDetector(size)
  let frames = 0
  const push = createFrameSplitter(size, (frame) => {
    flashDetector.push(frame, times[frames] ?? times.at(-1) ?? 0)
    drawingDetector.push(frame)
    cutDetector.push(frame)
    frames += 1
  })
  return {
    push,
    end() {
      if (frames !== times.length) return null
      const { spans, perSecond } = flashDetector.end()
      const shown = { ...drawingDetector.end(), cuts: cutDetector.end() }
      return { frames, times, ...shown, flashes: spans, flashesPerSecond: perSecond }
    },
  }
}
