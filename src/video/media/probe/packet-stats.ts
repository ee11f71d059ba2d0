/** One line of ffprobe's packet list; times are NaN where the container states none. */
export interface Packet {
  stream: number
  pts: number
  dts: number
  duration: number
  sizeBytes: number
  isKeyframe: boolean
  /** Hidden by an edit list: read for decoding, never shown. */
  isHidden: boolean
  /** The container states other parameters for the decoder from this packet on. */
  changesParameters: boolean
}

/** Figures of a packet that ffprobe prints, in this order, and what comes beside it. `readPacket` reads such lines. */
export const packetListArguments = [
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time,size,flags:packet_side_data=side_data_type',
  '-of',
  'compact=p=0:nk=1',
]

/** Reads `0|0.125|0.083|0.041|1904|K__`; null for any other line (ffprobe prints an empty one after side data). */
export function readPacket(line: string): Packet | null {
  const [stream, pts, dts, duration, size, flags, ...besides] = line.split('|')
  if (flags === undefined) return null
  return {
    stream: Number(stream),
    pts: Number(pts),
    dts: Number(dts),
    duration: Number(duration),
    sizeBytes: Number(size) || 0,
    isKeyframe: flags.startsWith('K'),
    isHidden: flags.includes('D'),
    changesParameters: besides.includes('New Extradata'),
  }
}

/** Figures from the packets of one stream. */
export interface StreamStats {
  packets: number
  hiddenPackets: number
  sizeBytes: number
  /** Presentation time of the first frame or audio packet; 0 without packets. */
  startSeconds: number
  endSeconds: number
  /** How long it plays: `end - start`, or the sum of its runs where time jumps back between them. */
  durationSeconds: number
  startsWithKeyframe: boolean
  maxKeyframeGapSeconds: number
  hasClosedGops: boolean
  hasCleanTimestamps: boolean
  /** The container states other parameters for the decoder in the middle. */
  changesParameters: boolean
  /** Shortest and longest time from one frame to the next in presentation order; 0 with fewer than two. */
  minIntervalSeconds: number
  maxIntervalSeconds: number
  /** Time from the last frame or audio packet to the end. */
  lastIntervalSeconds: number
  /** Highest frame rate over any range of a second; 0 with less than a second. */
  highestRate: number
}

export interface StreamAnalyzer {
  add(packet: Packet): void
  stats(): StreamStats
  /** Only grows. */
  readonly durationSeconds: number
  readonly packets: number
}

/** Time that jumps back further than this is a restart, not a container's rounding. */
const JUMP_BACK_SECONDS = 1
/** Reordering never holds back more frames; H.264 and HEVC allow 16. */
const REORDER_DEPTH = 40
/** A rate is that of a range of at least this length: two frames close together are no rate. */
const RATE_WINDOW_SECONDS = 1
/** Number of unneeded times that are dropped together. */
const PRUNE_TIMES_AT = 1000

/**
 * Analyzes a stream packet by packet, with memory for the times of one second.
 *
 * @param defaultDurationSeconds duration of packets that state none
 */
export function createStreamAnalyzer(defaultDurationSeconds: number): StreamAnalyzer {
  let packets = 0
  let hiddenPackets = 0
  let sizeBytes = 0
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  let runStart = Number.POSITIVE_INFINITY
  let runEnd = Number.NEGATIVE_INFINITY
  let finishedRunsSeconds = 0
  let lastDecodeTime = Number.NEGATIVE_INFINITY
  let startsWithKeyframe = false
  let lastKeyframe = Number.NaN
  let maxKeyframeGap = 0
  let hasClosedGops = true
  let hasCleanTimestamps = true
  let changesParameters = false
  const intervals = createIntervalTracker()

  const duration = () => {
    const run = runEnd > runStart ? runEnd - runStart : 0
    const total = end > start ? end - start : 0
    return Math.max(total, finishedRunsSeconds + run)
  }

  return {
    add(packet) {
      if (packets === 0) startsWithKeyframe = packet.isKeyframe
      changesParameters ||= packet.changesParameters && packets > 0
      packets += 1
      sizeBytes += packet.sizeBytes
      if (packet.isHidden) {
        hiddenPackets += 1
        return
      }
      if (Number.isNaN(packet.pts)) hasCleanTimestamps = false
      const presentedAt = Number.isNaN(packet.pts) ? packet.dts : packet.pts
      if (Number.isNaN(presentedAt)) {
        // Neither time is stated (raw streams in old containers): the packet plays for the usual duration.
        finishedRunsSeconds += defaultDurationSeconds
        return
      }
      const decodedAt = Number.isNaN(packet.dts) ? presentedAt : packet.dts
      if (decodedAt < lastDecodeTime - JUMP_BACK_SECONDS) {
        hasCleanTimestamps = false
        finishedRunsSeconds += Math.max(0, runEnd - runStart)
        runStart = Number.POSITIVE_INFINITY
        runEnd = Number.NEGATIVE_INFINITY
      }
      lastDecodeTime = decodedAt
      const endsAt = presentedAt + (packet.duration > 0 ? packet.duration : defaultDurationSeconds)
      start = Math.min(start, presentedAt)
      end = Math.max(end, endsAt)
      runStart = Math.min(runStart, presentedAt)
      runEnd = Math.max(runEnd, endsAt)
      if (packet.isKeyframe) {
        if (!Number.isNaN(lastKeyframe)) maxKeyframeGap = Math.max(maxKeyframeGap, presentedAt - lastKeyframe)
        lastKeyframe = presentedAt
      } else if (presentedAt < lastKeyframe) {
        // Decoded after the keyframe, shown before it: it depends on the GOP before.
        hasClosedGops = false
      }
      intervals.add(presentedAt)
    },
    stats() {
      const { min, max, last, highestRate } = intervals.result()
      const hasTimes = end > start
      return {
        packets,
        hiddenPackets,
        sizeBytes,
        startSeconds: hasTimes ? start : 0,
        endSeconds: hasTimes ? end : 0,
        durationSeconds: duration(),
        startsWithKeyframe,
        maxKeyframeGapSeconds: Math.max(maxKeyframeGap, Number.isNaN(lastKeyframe) ? duration() : end - lastKeyframe),
        hasClosedGops,
        hasCleanTimestamps,
        changesParameters,
        minIntervalSeconds: min,
        maxIntervalSeconds: max,
        lastIntervalSeconds: hasTimes ? end - last : 0,
        highestRate,
      }
    },
    get durationSeconds() {
      return duration()
    },
    get packets() {
      return packets
    },
  }
}

/** Times come in decoding order; a short sorted window yields the steps between them in presentation order. */
function createIntervalTracker() {
  const window: number[] = []
  let last = Number.NaN
  let min = Number.POSITIVE_INFINITY
  let max = 0
  const rate = createRateTracker()
  const flushNext = () => {
    const next = window.shift()
    if (next === undefined) return
    rate.add(next)
    if (!Number.isNaN(last)) {
      min = Math.min(min, next - last)
      max = Math.max(max, next - last)
    }
    last = next
  }
  return {
    add(time: number) {
      let index = window.length
      while (index > 0 && (window[index - 1] ?? 0) > time) index -= 1
      window.splice(index, 0, time)
      if (window.length > REORDER_DEPTH) flushNext()
    },
    result() {
      while (window.length > 0) flushNext()
      return { min: Number.isFinite(min) ? min : 0, max, last, highestRate: rate.highest() }
    },
  }
}

/** Divides the number of frames in a range by its exact length, so that a constant rate is exact. */
function createRateTracker() {
  let times: number[] = []
  let first = 0
  let highest = 0
  return {
    add(time: number) {
      times.push(time)
      while (time - (times[first] ?? time) >= RATE_WINDOW_SECONDS) {
        highest = Math.max(highest, (times.length - 1 - first) / (time - (times[first] ?? 0)))
        first += 1
      }
      if (first < PRUNE_TIMES_AT) return
      times = times.slice(first)
      first = 0
    },
    highest: () => highest,
  }
}
