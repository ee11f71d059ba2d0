import type { AudioHeader, Header, VideoHeader } from '../probe/probe-header.ts'
import { MAX_STREAMS } from '../validation.ts'
import { boxesAt, boxesIn, flagsOf, type Mp4Box, typeAt } from './fmp4-boxes.ts'
import { codecsOfInitSegment } from './fmp4-codecs.ts'

/** Profiles by the first byte of an AVC codec string. */
const profiles = new Map([
  ['42', 'Constrained Baseline'],
  ['4d', 'Main'],
  ['64', 'High'],
])

/**
 * The header in the index of an MP4 (the complete `moov` box) of the usual kind: H.264, perhaps AAC, both from the
 * start. Values that an index does not state are assumed to be the usual ones. A forecast of ffprobe's result, for
 * callers that start before it is known; null for any other kind.
 */
export function headerFromMoov(moov: DataView): Header | null {
  const trakBoxes = boxesAt(moov, ['moov', 'trak'])
  if (trakBoxes.length > MAX_STREAMS) return null
  const traks = trakBoxes.map((box) => trackOf(moov, box))
  const video = traks.findIndex((track) => track?.kind === 'vide')
  const audio = traks.findIndex((track) => track?.kind === 'soun')
  const [videoTrack, audioTrack] = [traks[video], traks[audio]]
  if (!videoTrack || traks.includes(null)) return null
  const videoHeader = videoHeaderOf(moov, videoTrack, video)
  const audioHeader = audioTrack ? audioHeaderOf(moov, audioTrack, audio) : null
  if (videoHeader === null || (audioTrack && audioHeader === null)) return null
  return {
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    streamCount: traks.length,
    durationSeconds: Math.max(videoTrack.seconds, audioTrack?.seconds ?? 0),
    video: videoHeader,
    audio: audioHeader,
  }
}

interface Track {
  kind: string
  seconds: number
  /** The first sample entry, a box: its content is after eight bytes. */
  entry: Mp4Box
  codec: string
}

/** Null for a track that states too little, or begins later than the video. */
function trackOf(moov: DataView, trak: Mp4Box): Track | null {
  const inside = boxesIn(moov, trak.start, trak.end)
  const [media] = boxesAt(moov, ['mdia', 'mdhd'], inside)
  const [handler] = boxesAt(moov, ['mdia', 'hdlr'], inside)
  const [sampleDescriptions] = boxesAt(moov, ['mdia', 'minf', 'stbl', 'stsd'], inside)
  const [edits] = boxesAt(moov, ['edts', 'elst'], inside)
  const entry = sampleDescriptions && boxesIn(moov, sampleDescriptions.start + 8, sampleDescriptions.end)[0]
  if (!media || !handler || !entry || (edits && startsLate(moov, edits))) return null
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

/** `elst`: an edit without media (media time -1) delays the track. */
function startsLate(moov: DataView, edits: Mp4Box): boolean {
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
