import type { FrameTimes } from '#app/playback/frame-times.ts'
import { decodeSegment, decodesFrames } from './decode-segment.ts'
import { fetchBytes } from './frame-store.ts'
import { indexRendition } from './rendition-index.ts'

interface SavedFrame {
  hls: string
  times: FrameTimes
  frame: number
  /** Name of the file, without its ending. */
  name: string
}

/** Saves a frame of the largest rendition as a PNG file. @throws Error when it cannot be fetched or decoded */
export async function saveFrame(video: HTMLVideoElement, { hls, times, frame, name }: SavedFrame): Promise<void> {
  const canvas = document.createElement('canvas')
  const draw = (picture: CanvasImageSource, width: number, height: number) => {
    Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  }
  if (decodesFrames()) {
    const picture = await decodeFrame(hls, times, frame)
    draw(picture, picture.displayWidth, picture.displayHeight)
    picture.close()
  } else draw(video, video.videoWidth, video.videoHeight)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('A frame without pixels')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '').trim() || 'Hoshi'}.png`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function decodeFrame(hls: string, times: FrameTimes, frame: number): Promise<VideoFrame> {
  const segments = await indexRendition(hls, 'best')
  const middle = times.middleOf(frame)
  const segment = segments.find(({ endSeconds }) => middle < endSeconds) ?? segments.at(-1)
  if (!segment) throw new Error('A rendition without segments')
  for await (const sample of decodeSegment(segment, fetchBytes)) {
    const isWanted = times.frameAt(sample.timestamp) === frame
    const picture = isWanted ? sample.toVideoFrame() : null
    sample.close()
    if (picture) return picture
  }
  throw new Error('The segment lacks the frame')
}
