import { fromZeroFilter } from './timestamp-filters.ts'

/** The audio of a video in a separate file: every chunk of every rendition takes its packets from there. */
export interface ExtractedAudio {
  ticksPerSecond: number
  /** Start of each packet, in ticks; ascending. */
  packets: number[]
}

/** A range of packets of `ExtractedAudio`. */
export interface AudioRange {
  /** Name of the file with the entire audio. */
  name: string
  ticksPerSecond: number
  /** Start of its first packet in that file. */
  fromTicks: number
  /** Start of the first packet after it there; null for the end of the audio. */
  toTicks: number | null
  /** Its offset from the start of the entire audio. */
  offsetTicks: number
  packets: number
}

/** The packets that begin in a range of playback time; all remaining ones when it has no end. */
export function audioBetween(
  name: string,
  audio: ExtractedAudio,
  fromSeconds: number,
  toSeconds: number | null,
): AudioRange {
  const { ticksPerSecond, packets } = audio
  const origin = packets[0] ?? 0
  const firstFrom = (seconds: number) => {
    const found = packets.findIndex((start) => start - origin >= seconds * ticksPerSecond)
    return found === -1 ? packets.length : found
  }
  const first = firstFrom(fromSeconds)
  const end = toSeconds === null ? packets.length : firstFrom(toSeconds)
  const fromTicks = packets[first] ?? 0
  return {
    name,
    ticksPerSecond,
    fromTicks,
    toTicks: packets[end] ?? null,
    offsetTicks: fromTicks - origin,
    packets: end - first,
  }
}

/** Input options that shift the range to begin at zero. */
export function audioOffsetArguments({ fromTicks, ticksPerSecond }: AudioRange): string[] {
  return ['-itsoffset', (-fromTicks / ticksPerSecond).toFixed(6)]
}

/** Copies the packets of the range and no others; half a tick makes that independent of rounding. */
export function audioPacketArguments({ fromTicks, toTicks, ticksPerSecond, packets }: AudioRange): string[] {
  if (packets === 0) return ['-c:a', 'copy', '-bsf:a', 'noise=drop=1']
  const seconds = (ticks: number) => (ticks / ticksPerSecond).toFixed(9)
  const endExpression = toTicks === null ? '' : `+gte(pts*tb\\,${seconds(toTicks - fromTicks - 0.5)})`
  return ['-c:a', 'copy', '-bsf:a', `noise=drop=lt(pts*tb\\,${seconds(-0.5)})${endExpression},${fromZeroFilter}`]
}
