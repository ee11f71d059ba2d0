import type { Measurement } from '../measurement.ts'
import { MAX_FRAMES } from '../verdict.ts'
import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from '../video.ts'
import { given, type Uploaded, uploadedInput } from './input-arguments.ts'
import { createStreamMeter, type Packet, packetListArguments, readPacket, type StreamFigures } from './packet-meter.ts'
import { type Header, isInside } from './probe-header.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

/** Reading the whole file once, on a slow disk shared with others. */
const PACKETS_DEADLINE_MS = 60_000
const SLOWEST_BYTES_PER_MS = 10_000
/** Of all streams together; a bound on work, far above anything that ten minutes need. */
const MAX_PACKETS = 1_500_000
/** Kept until the header is known; more than any film has. Of a file with more they are counted anew then. */
const MAX_WAITING_PACKETS = 100_000

/** Containers whose clock may start anew, as ffmpeg sees it. */
const containersThatJump = ['mpegts', 'mpeg', 'ogg']

/** What the packets of a file's picture and sound tell. */
export interface Counted {
  video: StreamFigures
  audio: StreamFigures
  deliveredSeconds: number
  stoppedAt: Measurement['stoppedAt']
}

export function nothingCounted(): Counted {
  const none = createStreamMeter(0).figures()
  return { video: none, audio: none, deliveredSeconds: Number.POSITIVE_INFINITY, stoppedAt: null }
}

/**
 * Counts the packets of the file's picture and sound.
 * @param expected what the header says, which may be known later than the first packets; null when nothing has to be counted
 */
export async function countPackets(
  source: Uploaded,
  sizeBytes: number,
  expected: Promise<Header | null>,
  signal: AbortSignal,
  maxWaiting = MAX_WAITING_PACKETS,
): Promise<Counted> {
  let count: PacketCount | undefined
  const waiting: Packet[] = []
  const known = expected.then((header) => {
    if (header === null) return nothingCounted
    count = createPacketCount(header)
    if (waiting.length < maxWaiting) for (const packet of waiting.splice(0)) count.add(packet)
    return count.counted
  })
  known.catch(() => {})
  const list = (take: (packet: Packet) => boolean) => listPackets(source, sizeBytes, take, signal)
  await list((packet) => (count ? count.add(packet) : waiting.push(packet) < maxWaiting))
  const counted = await known
  if (count && waiting.length > 0) await list(count.add)
  return counted()
}

interface PacketCount {
  /** False when the file is far past a limit, and the rest does not matter. */
  add(packet: Packet): boolean
  counted(): Counted
}

function createPacketCount(header: Header): PacketCount {
  const rate = header.video?.averageRate ?? header.video?.baseRate
  const clockMayJump = isInside(containersThatJump, header)
  const video = createStreamMeter(rate ? rate.denominator / rate.numerator : 0, clockMayJump)
  const audio = createStreamMeter(0, clockMayJump)
  const longest = EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS
  let delivered = 0
  let packets = 0
  let stoppedAt: Measurement['stoppedAt'] = null
  return {
    add(packet) {
      if (stoppedAt !== null) return false
      packets += 1
      if (packet.stream === header.video?.index) video.add(packet)
      else if (packet.stream === header.audio?.index) audio.add(packet)
      const reaches = Number.isNaN(packet.pts) ? packet.dts : packet.pts
      if (reaches > delivered) delivered = reaches
      if (Math.max(video.durationSeconds, audio.durationSeconds) > longest) stoppedAt = 'length'
      else if (video.packets > MAX_FRAMES || packets > MAX_PACKETS) stoppedAt = 'packets'
      return stoppedAt === null
    },
    counted() {
      const figures = { video: video.figures(), audio: audio.figures() }
      const lastEnd = Math.max(figures.video.endSeconds, figures.audio.endSeconds, delivered)
      return { ...figures, deliveredSeconds: lastEnd, stoppedAt }
    },
  }
}

/** Gives one packet after the other, until the end or until `take` has enough. */
async function listPackets(
  source: Uploaded,
  sizeBytes: number,
  take: (packet: Packet) => boolean,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runTool({
      tool: 'ffprobe',
      args: ['-v', 'error', ...packetListArguments, ...uploadedInput(source)],
      ...given(source),
      isBrief: true,
      deadlineMs: PACKETS_DEADLINE_MS + sizeBytes / SLOWEST_BYTES_PER_MS,
      onLine(line) {
        const packet = readPacket(line)
        return packet === null || take(packet)
      },
      signal,
    })
  } catch (error) {
    // A file that breaks off in the middle still tells what came before; `judge` compares that with its promise.
    if (!(error instanceof ToolFailed) || error.isOutage) throw error
  }
}
