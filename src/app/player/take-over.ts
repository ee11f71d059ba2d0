import type { Level, LevelDetails } from 'hls.js'
import type { BegunPicture } from '#app/fast-start/begin-picture.ts'
import { guardHls, hlsOptions, isMissing } from './hls.ts'
import { keepToOneCodec, leaveAv1, playsAv1Well } from './one-codec.ts'

/** Ends of sound and picture in the buffer and in the playlist differ by less than this. */
const SAME_SECONDS = 0.2

/**
 * Lets hls.js go on with a film that has begun: it gets the same media source with the same buffer, and fetches from
 * where that ends, so that the picture neither stops nor is fetched again.
 *
 * @param onFatal called at most once, when playing cannot go on
 * @param startOver called when the film could not be begun: it is to be played the usual way
 * @returns lets go of the video, whoever has it
 */
export function takeOver(
  video: HTMLVideoElement,
  begun: BegunPicture,
  url: string,
  { onFatal, startOver }: { onFatal: () => void; startOver: () => Promise<() => void> },
): () => void {
  let isGone = false
  let letGo = () => begun.stop()

  const goOn = async () => {
    await begun.firstSegment
    const { default: Hls, ErrorTypes, Events } = await import('hls.js/light')
    const isAv1 = await playsAv1Well()
    if (isGone || begun.isWhole) return
    const hls = new Hls({ ...hlsOptions, capLevelToPlayerSize: true, autoStartLoad: false, testBandwidth: false })
    letGo = () => {
      begun.stop()
      hls.destroy()
    }
    guardHls(hls, { Events, ErrorTypes }, onFatal)
    if (begun.bitsPerSecond !== null) hls.bandwidthEstimate = begun.bitsPerSecond
    // Whoever comes in the middle takes the first packet for the playlist's time of that place, and moves all that follows;
    // but sound begins up to a packet or three before its segment, and our times are those of the film already.
    hls.on(Events.INIT_PTS_FOUND, (_event, { timestampOffsets }) => {
      for (const offset of timestampOffsets) offset.baseTime = 0
    })
    keepToOneCodec(hls, { Events }, isAv1)
    let codec = ''
    hls.once(Events.MANIFEST_PARSED, (_event, { levels }) => {
      codec = codecOf(levels)
      // Told to begin without a video, it fetches the playlists and no more.
      hls.startLoad(0, true)
    })
    const known = new Promise<LevelDetails>((resolve, reject) => {
      hls.once(Events.LEVEL_LOADED, (_event, { details }) => resolve(details))
      hls.on(Events.ERROR, (_event, error) => {
        if (isMissing(error) && leaveAv1(hls)) reject(new Error('The AV1 set is not there.'))
      })
    })
    hls.loadSource(url)
    const details = await known
    const buffer = await begun.handOver()
    if (isGone) return
    const from = begun.isWhole ? null : nextMissing(video, buffer, details)
    if (from === null) {
      if (!begun.isWhole) begun.mediaSource.endOfStream()
      letGo = () => begun.stop()
      return hls.destroy()
    }
    hls.attachMedia({ media: video, mediaSource: begun.mediaSource, tracks: tracksOf(codec, buffer) })
    hls.config.autoStartLoad = true
    hls.startLoad(from, true)
  }

  goOn().catch(async () => {
    if (isGone) return
    const { paused, currentTime } = video
    letGo()
    const release = await startOver()
    if (isGone) return release()
    letGo = release
    // A video that loses its source pauses and goes back to its beginning.
    if (currentTime > 0) video.currentTime = currentTime
    if (!paused) await video.play().catch(() => {})
  })
  return () => {
    isGone = true
    letGo()
  }
}

/** What a film is begun in: the first of all that are listed. */
function codecOf([level]: Level[]): string {
  // Sound first, as hls.js names what it finds in a segment: another order would be another type to change to.
  return [level?.audioCodec, level?.videoCodec].filter(Boolean).join(',')
}

/** What hls.js is told of a buffer that it did not make: segments of ours carry all their tracks together. */
function tracksOf(codec: string, buffer: SourceBuffer) {
  const track = { buffer, id: 'main' as const, container: 'video/mp4', codec, levelCodec: codec, listeners: [] }
  return { [codec.includes(',') ? 'audiovideo' : 'video']: track }
}

/**
 * A moment inside the segment that comes after what is there from where the video stands; null when that is the end. A
 * video that was sought elsewhere needs that very place.
 */
function nextMissing(video: HTMLVideoElement, { buffered }: SourceBuffer, { fragments }: LevelDetails): number | null {
  const { currentTime } = video
  for (let range = 0; range < buffered.length; range++) {
    const end = buffered.end(range)
    if (currentTime < buffered.start(range) - SAME_SECONDS || currentTime > end + SAME_SECONDS) continue
    const next = fragments.find((fragment) => fragment.end > end + SAME_SECONDS)
    return next ? (Math.max(next.start, end) + next.end) / 2 : null
  }
  return currentTime
}
