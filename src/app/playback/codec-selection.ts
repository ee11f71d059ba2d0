import type Hls from 'hls.js'
import type { Events, Level } from 'hls.js'

/** Decoder requirements of Hoshi's largest AV1 rendition. */
const largestAv1 = {
  contentType: 'video/mp4; codecs="av01.0.08M.08"',
  width: 1920,
  height: 1080,
  bitrate: 2_000_000,
  framerate: 30,
}
/** A browser that has not reported by then counts as unable. */
const QUERY_TIMEOUT_MS = 500

let av1Support: Promise<boolean> | undefined
let hasAv1Failed = false

/**
 * Whether this browser reports that it decodes AV1 smoothly and power-efficiently, and can switch to it in a buffer
 * that starts with H.264. Queried once; false after AV1 playback has failed.
 */
export async function playsAv1Well(): Promise<boolean> {
  av1Support ??= Promise.race([
    queryAv1Support(),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), QUERY_TIMEOUT_MS)),
  ])
  return (await av1Support) && !hasAv1Failed
}

async function queryAv1Support(): Promise<boolean> {
  const buffer = window.ManagedSourceBuffer ?? window.SourceBuffer
  if (!buffer || !('changeType' in buffer.prototype) || !('mediaCapabilities' in navigator)) return false
  try {
    const support = await navigator.mediaCapabilities.decodingInfo({ type: 'media-source', video: largestAv1 })
    return support.supported && support.smooth && support.powerEfficient
  } catch {
    return false
  }
}

/**
 * Limits hls.js to the renditions of one codec once it has read the master playlist. Among several codecs it would
 * choose any that it can decode, and could not switch between them.
 * @param isAv1 selects AV1, if the video has such renditions
 */
export function limitToOneCodec(hls: Hls, enums: { Events: typeof Events }, isAv1: boolean): void {
  hls.on(enums.Events.MANIFEST_PARSED, (_event, { levels }) => {
    const wanted = levels.map((level) => isAv1Level(level) === (isAv1 && !hasAv1Failed))
    if (!wanted.includes(true)) return
    // Backwards, since each removal shifts the levels after it.
    for (let index = levels.length - 1; index >= 0; index--) if (!wanted[index]) hls.removeLevel(index)
  })
}

/** Disables AV1 on this page after a failure. @returns false when AV1 was not in use */
export function disableAv1({ levels }: Hls): boolean {
  if (hasAv1Failed || !levels.some(isAv1Level)) return false
  hasAv1Failed = true
  return true
}

function isAv1Level({ videoCodec }: Level): boolean {
  return videoCodec?.startsWith('av01') ?? false
}

declare global {
  interface Window {
    ManagedSourceBuffer?: typeof SourceBuffer
  }
}
