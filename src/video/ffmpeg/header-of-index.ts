import { MAX_STREAMS } from '../verdict.ts'
import { boxesAt, boxesIn, flagsOf, type Mp4Box, typeAt } from './fmp4-boxes.ts'
import { codecsOfInitSegment } from './fmp4-codecs.ts'
import type { AudioHeader, Header, VideoHeader } from './probe-header.ts'

/** By the first byte of an AVC configuration. */
const profiles = new Map([
  ['42', 'Constrained Baseline'],
  ['4d', 'Main'],
  ['64', 'High'],
])

/**
 * What the index of an MP4 (`moov`, the box as a whole) promises, when it is of the usual kind: H.264, perhaps AAC, both
 * from the start. What an index does not say is taken to be as usual. A hint at what ffprobe is about to say, for those
 * who would begin before that; null when it is anything else.
 */
export function headerOfIndex(moov: DataView): Header | null {
  const found = boxesAt(moov, ['moov', 'trak'])
  if (found.length > MAX_STREAMS) return null
  const traks = found.map((box) => trackOf(moov, box))
  const video = traks.findIndex((track) => track?.kind === 'vide')
  const audio = traks.findIndex((track) => track?.kind === 'soun')
  const [picture, sound] = [traks[video], traks[audio]]
  if (!picture || traks.includes(null)) return null
  const videoHeader = videoHeaderOf(moov, picture, video)
  const audioHeader = sound ? audioHeaderOf(moov, sound, audio) : null
  if (videoHeader === null || (sound && audioHeader === null)) return null
  return {
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    streamCount: traks.length,
    durationSeconds: Math.max(picture.seconds, sound?.seconds ?? 0),
    video: videoHeader,
    audio: audioHeader,
  }
}

interface Track {
  kind: string
  seconds: number
  /** The first kind of sample, a box: its content lies behind eight bytes. */
  entry: Mp4Box
  codec: string
}

/** Null for a track that says too little, or begins later than the film. */
function trackOf(moov: DataView, trak: Mp4Box): Track | null {
  const inside = boxesIn(moov, trak.start, trak.end)
  const [media] = boxesAt(moov, ['mdia', 'mdhd'], inside)
  const [handler] = boxesAt(moov, ['mdia', 'hdlr'], inside)
  const [kinds] = boxesAt(moov, ['mdia', 'minf', 'stbl', 'stsd'], inside)
  const [edits] = boxesAt(moov, ['edts', 'elst'], inside)
  const entry = kinds && boxesIn(moov, kinds.start + 8, kinds.end)[0]
  if (!media || !handler || !entry || (edits && beginsLater(moov, edits))) return null
  const isLong = flagsOf(moov, media).version === 1
  const timescale = moov.getUint32(media.start + (isLong ? 20 : 12))
  const ticks = isLong ? Number(moov.getBigUint64(media.start + 24)) : moov.getUint32(media.start + 16)
  const bytes = new Uint8Array(moov.buffer, moov.byteOffset + entry.start, entry.end - entry.start)
  return {
    kind: typeAt(moov, handler.start + 8),
    seconds: timescale > 0 ? ticks / timescale : 0,
    entry,
    codec: codecsOfInitSegment(bytes) ?? '',
  }
}

/** `elst`: an edit without media, which is one of media time -1, puts something off. */
function beginsLater(moov: DataView, edits: Mp4Box): boolean {
  if (moov.getUint32(edits.start + 4) !== 1) return true
  const isLong = flagsOf(moov, edits).version === 1
  return moov.getInt32(edits.start + (isLong ? 16 : 12)) === -1
}

function videoHeaderOf(moov: DataView, { entry, codec, seconds }: Track, index: number): VideoHeader | null {
  const [, profile, level] = /^avc1\.(\w\w)\w\w(\w\w)$/.exec(codec) ?? []
  const name = profiles.get(profile ?? '')
  if (name === undefined) return null
  return {
    index,
    codec: 'h264',
    profile: name,
    level: Number.parseInt(level ?? '', 16),
    pixelFormat: 'yuv420p',
    isInterlaced: false,
    width: moov.getUint16(entry.start + 24),
    height: moov.getUint16(entry.start + 26),
    rotation: 0,
    pixelAspect: 1,
    averageRate: null,
    baseRate: null,
    startSeconds: 0,
    durationSeconds: seconds,
    frames: null,
  }
}

function audioHeaderOf(moov: DataView, { entry, codec, seconds }: Track, index: number): AudioHeader | null {
  if (codec !== 'mp4a.40.2') return null
  return {
    index,
    codec: 'aac',
    profile: 'LC',
    channels: moov.getUint16(entry.start + 16),
    sampleRate: moov.getUint32(entry.start + 24) >>> 16,
    startSeconds: 0,
    durationSeconds: seconds,
  }
}
