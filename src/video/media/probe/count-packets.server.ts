import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from '#video/video.ts'
import type { UnlistedDecoders } from '../ffmpeg/decoders.ts'
import { inputOptions, probedInput, type UploadSource } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import type { MediaInfo } from '../media-info.ts'
import { MAX_FRAMES } from '../validation.ts'
import { createContinuityTracker } from './continuity.ts'
import { createStreamAnalyzer, type Packet, packetListArguments, readPacket, type StreamStats } from './packet-stats.ts'
import { isContainer, type ProbeHeader } from './probe-header.ts'
import { createTimestampCorrector } from './timestamp-corrector.ts'

/** Time enough to read the entire file once from a slow, shared disk. */
const PACKETS_DEADLINE_MS = 60_000
const SLOWEST_BYTES_PER_MS = 10_000
/** Packets of all streams; a bound on work, far above the need of ten minutes. */
const MAX_PACKETS = 1_500_000
/** Buffered until the header is known; more than any video has. A file with more is then counted again. */
const MAX_BUFFERED_PACKETS = 100_000

/** Containers whose clock may restart, as ffmpeg sees it. */
export const containersWithDiscontinuities = ['mpegts', 'mpeg', 'ogg']

/** Containers that ffmpeg reads on after their end, where another file follows, with the times of that file. */
const containersReadOn = ['matroska']
/** A video whose times return to its start after at least this long restarts. */
const RESTART_AFTER_SECONDS = 1

/** Figures from the packets of a file's video and audio tracks. */
export interface PacketStats {
  video: StreamStats
  audio: StreamStats
  /** `AudioTrack.isContinuous`. */
  isAudioContinuous?: boolean
  deliveredSeconds: number
  stoppedAt: MediaInfo['stoppedAt']
  /** The video begins once more from its first moment, in a container for which ffmpeg does not correct that. */
  restarts: boolean
}

export function emptyPacketStats(): PacketStats {
  const none = createStreamAnalyzer(0).stats()
  return { video: none, audio: none, deliveredSeconds: Number.POSITIVE_INFINITY, stoppedAt: null, restarts: false }
}

/**
 * Counts the packets of the file's video and audio tracks.
 * @param expected the header, which may be known later than the first packets; null when nothing has to be counted
 */
export async function countPackets(
  source: UploadSource,
  sizeBytes: number,
  expected: Promise<ProbeHeader | null>,
  signal: AbortSignal,
  maxBuffered = MAX_BUFFERED_PACKETS,
): Promise<PacketStats> {
  let counter: PacketCounter | undefined
  const buffered: Packet[] = []
  const pendingStats = expected.then((header) => {
    if (header === null) return emptyPacketStats
    counter = createPacketCounter(header)
    if (buffered.length < maxBuffered) for (const packet of buffered.splice(0)) counter.add(packet)
    return counter.stats
  })
  pendingStats.catch(() => {})
  const list = (onPacket: (packet: Packet) => boolean, unlisted?: UnlistedDecoders) =>
    listPackets(source, sizeBytes, onPacket, signal, unlisted)
  await list((packet) => (counter ? counter.add(packet) : buffered.push(packet) < maxBuffered))
  const stats = await pendingStats
  const unlisted = (await expected)?.unlistedDecoders
  // With such a decoder, the first list ended before its first packet.
  if (counter && (buffered.length > 0 || unlisted)) await list(counter.add, unlisted)
  return stats()
}

interface PacketCounter {
  /** False when the file is far past a limit, and the rest does not matter. */
  add(packet: Packet): boolean
  stats(): PacketStats
}

function createPacketCounter(header: ProbeHeader): PacketCounter {
  const rate = header.video?.averageRate ?? header.video?.baseRate
  const frameSeconds = rate ? rate.denominator / rate.numerator : 0
  const corrector = isContainer(containersWithDiscontinuities, header) ? createTimestampCorrector() : null
  const video = createStreamAnalyzer(frameSeconds)
  const audio = createStreamAnalyzer(0)
  const continuity = createContinuityTracker(header.audio)
  const maxSeconds = EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS
  let delivered = 0
  let packets = 0
  let stoppedAt: MediaInfo['stoppedAt'] = null
  const isReadOn = isContainer(containersReadOn, header)
  let firstKeyframe: number | null = null
  let restarts = false
  const findBeginning = ({ pts, isKeyframe }: Packet) => {
    if (!isReadOn || !isKeyframe || Number.isNaN(pts)) return
    firstKeyframe ??= pts
    if (pts <= firstKeyframe && video.durationSeconds > RESTART_AFTER_SECONDS) restarts = true
  }
  /** @returns the packet at the time at which it plays */
  const addToTrack = (packet: Packet) => {
    const isVideo = packet.stream === header.video?.index
    if (!isVideo && packet.stream !== header.audio?.index) return packet
    const corrected = corrector?.correct(packet, isVideo ? frameSeconds : 0) ?? packet
    if (isVideo) findBeginning(corrected)
    if (isVideo) {
      video.add(corrected)
    } else {
      audio.add(corrected)
      continuity.add(corrected)
    }
    return corrected
  }
  const extendTo = ({ stream, pts, dts, duration }: Packet) => {
    const time = Number.isNaN(pts) ? dts : pts
    // The last line may stay for long after its packet, and the length in the header counts that.
    const end = duration > 0 && header.subtitles.includes(stream) ? time + duration : time
    if (end > delivered) delivered = end
  }
  return {
    add(packet) {
      if (stoppedAt !== null) return false
      packets += 1
      extendTo(addToTrack(packet))
      if (Math.max(video.durationSeconds, audio.durationSeconds) > maxSeconds) stoppedAt = 'length'
      else if (video.packets > MAX_FRAMES || packets > MAX_PACKETS) stoppedAt = 'packets'
      return stoppedAt === null
    },
    stats() {
      const result = { video: video.stats(), audio: audio.stats() }
      if (corrector?.hasDiscontinuity) result.video.hasCleanTimestamps = false
      const lastEnd = Math.max(result.video.endSeconds, result.audio.endSeconds, delivered)
      return { ...result, isAudioContinuous: continuity.isContinuous(), deliveredSeconds: lastEnd, stoppedAt, restarts }
    },
  }
}

/** Passes packets to `onPacket` one by one, until the end or until it returns false. */
async function listPackets(
  source: UploadSource,
  sizeBytes: number,
  onPacket: (packet: Packet) => boolean,
  signal: AbortSignal,
  unlisted?: UnlistedDecoders,
): Promise<void> {
  try {
    await runTool({
      tool: 'ffprobe',
      args: ['-v', 'error', ...packetListArguments, ...probedInput(source, unlisted)],
      ...inputOptions(source),
      isHighPriority: true,
      deadlineMs: PACKETS_DEADLINE_MS + sizeBytes / SLOWEST_BYTES_PER_MS,
      onLine(line) {
        const packet = readPacket(line)
        return packet === null || onPacket(packet)
      },
      signal,
    })
  } catch (error) {
    // A truncated file still yields the packets before its end; `validate` compares them with the promised length.
    if (!(error instanceof ToolError) || error.isOutage) throw error
  }
}
