/** One line of ffprobe's packet list; times are NaN where the container tells none. */
export interface Packet {
  stream: number
  pts: number
  dts: number
  duration: number
  sizeBytes: number
  isKeyframe: boolean
  /** Hidden by an edit list: read for decoding, never shown. */
  isHidden: boolean
}

/** Which figures of a packet ffprobe prints, in this order. `readPacket` reads such lines. */
export const packetListArguments = [
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time,size,flags',
  '-of',
  'compact=p=0:nk=1',
]

/** Reads `0|0.125|0.083|0.041|1904|K__`; null for a line that is none (ffprobe puts an empty one after side data). */
export function readPacket(line: string): Packet | null {
  const [stream, pts, dts, duration, size, flags] = line.split('|')
  if (flags === undefined) return null
  return {
    stream: Number(stream),
    pts: Number(pts),
    dts: Number(dts),
    duration: Number(duration),
    sizeBytes: Number(size) || 0,
    isKeyframe: flags.startsWith('K'),
    isHidden: flags.includes('D'),
  }
}

/** What the packets of one stream tell. */
export interface StreamFigures {
  packets: number
  hiddenPackets: number
  sizeBytes: number
  /** Shown time of the first picture or sound; 0 without packets. */
  startSeconds: number
  endSeconds: number
  /** How long it plays: `end - start`, or the sum of its runs where time jumps back between them. */
  durationSeconds: number
  startsWithKeyframe: boolean
  maxKeyframeGapSeconds: number
  hasClosedGops: boolean
  hasCleanTimestamps: boolean
  /** Shortest and longest time from one picture to the next in shown order; 0 with fewer than two. */
  minStepSeconds: number
  maxStepSeconds: number
  /** From the last picture or sound to the end. */
  lastStepSeconds: number
  /** The most pictures a second that any stretch of a second has; 0 with less than a second. */
  highestRate: number
}

export interface StreamMeter {
  add(packet: Packet): void
  figures(): StreamFigures
  /** Grows only. */
  readonly durationSeconds: number
  readonly packets: number
}

/** Time that goes back further than this is a new start (joined transport streams), not a container's rounding. */
const JUMP_BACK_SECONDS = 1
/** A clock that may start anew is taken to have done so when it goes on further than this; ffmpeg closes up such gaps. */
const JUMP_AHEAD_SECONDS = 10
/** More pictures are never held back by reordering; H.264 and HEVC allow 16. */
const REORDER_DEPTH = 40
/** A rate is that of a stretch of at least this length: two pictures close together are no rate. */
const RATE_STRETCH_SECONDS = 1
/** So many times that are not needed any more are dropped together. */
const DROP_TIMES_FROM = 1000

/**
 * Measures a stream from its packets, one at a time, in the memory that the times of one second take.
 *
 * @param usualDurationSeconds stands in for packets that tell no duration
 * @param clockMayJump whether the container's clock may start anew in the middle, as that of joined recordings does
 */
export function createStreamMeter(usualDurationSeconds: number, clockMayJump = false): StreamMeter {
  let packets = 0
  let hiddenPackets = 0
  let sizeBytes = 0
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  let runStart = Number.POSITIVE_INFINITY
  let runEnd = Number.NEGATIVE_INFINITY
  let endedRunsSeconds = 0
  let lastDecodeTime = Number.NEGATIVE_INFINITY
  let lastDuration = 0
  let skippedSeconds = 0
  let startsWithKeyframe = false
  let lastKeyframe = Number.NaN
  let maxKeyframeGap = 0
  let hasClosedGops = true
  let hasCleanTimestamps = true
  const steps = createStepMeter()

  const duration = () => {
    const run = runEnd > runStart ? runEnd - runStart : 0
    const whole = end > start ? end - start : 0
    return Math.max(whole, endedRunsSeconds + run)
  }

  return {
    add(packet) {
      if (packets === 0) startsWithKeyframe = packet.isKeyframe
      packets += 1
      sizeBytes += packet.sizeBytes
      if (packet.isHidden) {
        hiddenPackets += 1
        return
      }
      if (Number.isNaN(packet.pts)) hasCleanTimestamps = false
      const toldAt = Number.isNaN(packet.pts) ? packet.dts : packet.pts
      if (Number.isNaN(toldAt)) {
        // Neither time is told (raw streams in old containers): the packet plays for as long as it usually would.
        endedRunsSeconds += usualDurationSeconds
        return
      }
      const toldDecodedAt = Number.isNaN(packet.dts) ? toldAt : packet.dts
      const ahead = toldDecodedAt - skippedSeconds - lastDecodeTime
      if (clockMayJump && Number.isFinite(ahead) && ahead > JUMP_AHEAD_SECONDS) {
        hasCleanTimestamps = false
        skippedSeconds += ahead - lastDuration
      }
      const shownAt = toldAt - skippedSeconds
      const decodedAt = toldDecodedAt - skippedSeconds
      if (decodedAt < lastDecodeTime - JUMP_BACK_SECONDS) {
        hasCleanTimestamps = false
        endedRunsSeconds += Math.max(0, runEnd - runStart)
        runStart = Number.POSITIVE_INFINITY
        runEnd = Number.NEGATIVE_INFINITY
      }
      lastDecodeTime = decodedAt
      lastDuration = packet.duration > 0 ? packet.duration : usualDurationSeconds
      const endsAt = shownAt + lastDuration
      start = Math.min(start, shownAt)
      end = Math.max(end, endsAt)
      runStart = Math.min(runStart, shownAt)
      runEnd = Math.max(runEnd, endsAt)
      if (packet.isKeyframe) {
        if (!Number.isNaN(lastKeyframe)) maxKeyframeGap = Math.max(maxKeyframeGap, shownAt - lastKeyframe)
        lastKeyframe = shownAt
      } else if (shownAt < lastKeyframe) {
        // Decoded after the keyframe, shown before it: it leans on the group before.
        hasClosedGops = false
      }
      steps.add(shownAt)
    },
    figures() {
      const { min, max, last, highestRate } = steps.result()
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
        minStepSeconds: min,
        maxStepSeconds: max,
        lastStepSeconds: hasTimes ? end - last : 0,
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

/** Times come in decoding order; a short sorted window gives the steps between them in shown order. */
function createStepMeter() {
  const window: number[] = []
  let last = Number.NaN
  let min = Number.POSITIVE_INFINITY
  let max = 0
  const rate = createRateMeter()
  const take = () => {
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
      let place = window.length
      while (place > 0 && (window[place - 1] ?? 0) > time) place -= 1
      window.splice(place, 0, time)
      if (window.length > REORDER_DEPTH) take()
    },
    result() {
      while (window.length > 0) take()
      return { min: Number.isFinite(min) ? min : 0, max, last, highestRate: rate.highest() }
    },
  }
}

/** By how many pictures come in a stretch and how long it is exactly, so that an even rate comes out as it is. */
function createRateMeter() {
  let times: number[] = []
  let first = 0
  let highest = 0
  return {
    add(time: number) {
      times.push(time)
      while (time - (times[first] ?? time) >= RATE_STRETCH_SECONDS) {
        highest = Math.max(highest, (times.length - 1 - first) / (time - (times[first] ?? 0)))
        first += 1
      }
      if (first < DROP_TIMES_FROM) return
      times = times.slice(first)
      first = 0
    },
    highest: () => highest,
  }
}
