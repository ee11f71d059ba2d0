import { fromZero } from './packet-times.ts'

/** The sound of a video in a file of its own: every chunk of every rendition takes its packets from there. */
export interface Sound {
  ticksPerSecond: number
  /** When each packet begins, in ticks; ascending. */
  packets: number[]
}

/** Packets of a sound, from one to before another. */
export interface SoundPart {
  /** Of the file with the whole sound. */
  name: string
  ticksPerSecond: number
  /** When its first packet begins in that file. */
  fromTicks: number
  /** When the first packet behind it begins there; null for the end of the sound. */
  toTicks: number | null
  /** How far into the whole sound it begins. */
  offsetTicks: number
  packets: number
}

/** The packets that begin in a stretch of a viewer's time; all that are left when it has no end. */
export function soundBetween(name: string, sound: Sound, fromSeconds: number, toSeconds: number | null): SoundPart {
  const { ticksPerSecond, packets } = sound
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

/** Has the part begin at zero; goes before its input. */
export function soundOffset({ fromTicks, ticksPerSecond }: SoundPart): string[] {
  return ['-itsoffset', (-fromTicks / ticksPerSecond).toFixed(6)]
}

/** Copies the packets of the part and no other; half a tick keeps rounding from choosing. */
export function soundPackets({ fromTicks, toTicks, ticksPerSecond, packets }: SoundPart): string[] {
  if (packets === 0) return ['-c:a', 'copy', '-bsf:a', 'noise=drop=1']
  const seconds = (ticks: number) => (ticks / ticksPerSecond).toFixed(9)
  const isBehind = toTicks === null ? '' : `+gte(pts*tb\\,${seconds(toTicks - fromTicks - 0.5)})`
  return ['-c:a', 'copy', '-bsf:a', `noise=drop=lt(pts*tb\\,${seconds(-0.5)})${isBehind},${fromZero}`]
}
