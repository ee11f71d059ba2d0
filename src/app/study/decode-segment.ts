import { BufferSource, Input, MP4, type VideoSample, VideoSampleSink } from 'mediabunny'
import type { Segment } from './rendition-index.ts'

/** Whether the browser gives scripts decoded frames: over HTTPS, and in browsers of today. */
export function decodesFrames(): boolean {
  return 'VideoDecoder' in globalThis && 'VideoFrame' in globalThis
}

/** Bytes of segments by URL. */
export type SegmentFetcher = (url: string) => Promise<ArrayBuffer>

/**
 * Decodes the frames of a segment in the order in which they are shown. The receiver closes each sample.
 * @param range in seconds of the video; all of the segment without one
 * @throws Error when the browser cannot decode it
 */
export async function* decodeSegment(
  segment: Segment,
  fetchBytes: SegmentFetcher,
  range?: { from: number; to: number },
): AsyncGenerator<VideoSample> {
  const [init, media] = await Promise.all([fetchBytes(segment.init), fetchBytes(segment.url)])
  const bytes = new Uint8Array(init.byteLength + media.byteLength)
  bytes.set(new Uint8Array(init))
  bytes.set(new Uint8Array(media), init.byteLength)
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('A segment without video')
  yield* new VideoSampleSink(track).samples(range?.from, range?.to)
}
