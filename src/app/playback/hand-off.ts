import type { Level, LevelDetails } from 'hls.js'
import { disableAv1, limitToOneCodec, playsAv1Well } from './codec-selection.ts'
import type { EarlyPlayback } from './early-playback.ts'
import { handleHlsErrors, hlsOptions, isFileNotFound, keepTimestamps } from './hls.ts'
import type { SourceListener } from './source-listener.ts'

/** The ends of audio and video differ by less than this, in the buffer and in the playlist. */
const TOLERANCE_SECONDS = 0.2

/**
 * Hands an early playback over to hls.js, which gets the same media source with the same buffer and fetches from the
 * end of that buffer. Playback does not stop, and nothing is fetched twice.
 *
 * @param fallBack called when the early playback or the hand-off failed; attaches the source as usual, from a second on
 * @returns a function that releases the video, in any state of the hand-off
 */
export function handOffToHls(
  video: HTMLVideoElement,
  playback: EarlyPlayback,
  url: string,
  { listener, fallBack }: { listener: SourceListener; fallBack: (startAt: number) => Promise<() => void> },
): () => void {
  let isReleased = false
  let teardown = () => playback.stop()

  const attachHls = async () => {
    await playback.firstSegment
    const { default: Hls, ErrorTypes, Events } = await import('hls.js/light')
    const isAv1 = await playsAv1Well()
    if (isReleased || playback.isComplete) return
    const hls = new Hls({ ...hlsOptions, capLevelToPlayerSize: true, autoStartLoad: false, testBandwidth: false })
    teardown = () => {
      playback.stop()
      hls.destroy()
    }
    handleHlsErrors(hls, { Events, ErrorTypes }, listener)
    if (playback.bitsPerSecond !== null) hls.bandwidthEstimate = playback.bitsPerSecond
    keepTimestamps(hls, { Events })
    limitToOneCodec(hls, { Events }, isAv1)
    listener.onHls?.(hls, { Events })
    let codec = ''
    hls.once(Events.MANIFEST_PARSED, (_event, { levels }) => {
      codec = codecOf(levels)
      // Without an attached video, it fetches only the playlists.
      hls.startLoad(0, true)
    })
    const levelLoaded = new Promise<LevelDetails>((resolve, reject) => {
      hls.once(Events.LEVEL_LOADED, (_event, { details }) => resolve(details))
      hls.on(Events.ERROR, (_event, error) => {
        if (isFileNotFound(error) && disableAv1(hls)) reject(new Error('AV1 renditions not found'))
      })
    })
    hls.loadSource(url)
    const details = await levelLoaded
    const buffer = await playback.releaseBuffer()
    if (isReleased) return
    const startAt = playback.isComplete ? null : nextUnbuffered(video, buffer, details)
    if (startAt === null) {
      if (!playback.isComplete) playback.mediaSource.endOfStream()
      teardown = () => playback.stop()
      return hls.destroy()
    }
    hls.attachMedia({ media: video, mediaSource: playback.mediaSource, tracks: tracksOf(codec, buffer) })
    hls.config.autoStartLoad = true
    hls.startLoad(startAt, true)
  }

  attachHls().catch(async () => {
    if (isReleased) return
    const { paused, currentTime } = video
    teardown()
    const release = await fallBack(currentTime).catch(() => {
      // The code of hls.js could not be loaded.
      if (!isReleased) listener.onLost?.()
      return () => {}
    })
    if (isReleased) return release()
    teardown = release
    // A video that loses its source pauses and returns to its start.
    if (currentTime > 0) video.currentTime = currentTime
    if (!paused) await video.play().catch(() => {})
  })
  return () => {
    isReleased = true
    teardown()
  }
}

/** The codecs of the first listed level, with which the video starts. */
function codecOf([level]: Level[]): string {
  // Audio first, as in hls.js: with another order, it would see another type and change the buffer to it.
  return [level?.audioCodec, level?.videoCodec].filter(Boolean).join(',')
}

/** Describes a buffer to hls.js that it did not create. Our segments contain all tracks. */
function tracksOf(codec: string, buffer: SourceBuffer) {
  const track = { buffer, id: 'main' as const, container: 'video/mp4', codec, levelCodec: codec, listeners: [] }
  return { [codec.includes(',') ? 'audiovideo' : 'video']: track }
}

/**
 * A time inside the segment after the buffered range at the current time; null at the end of the video. After a seek
 * outside the buffer, the current time itself.
 */
function nextUnbuffered(
  video: HTMLVideoElement,
  { buffered }: SourceBuffer,
  { fragments }: LevelDetails,
): number | null {
  const { currentTime } = video
  for (let range = 0; range < buffered.length; range++) {
    const end = buffered.end(range)
    if (currentTime < buffered.start(range) - TOLERANCE_SECONDS || currentTime > end + TOLERANCE_SECONDS) continue
    const next = fragments.find((fragment) => fragment.end > end + TOLERANCE_SECONDS)
    return next ? (Math.max(next.start, end) + next.end) / 2 : null
  }
  return currentTime
}
