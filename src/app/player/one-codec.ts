import type Hls from 'hls.js'
import type { Events, Level } from 'hls.js'

/** What the largest AV1 rendition of ours asks of a decoder. */
const largest = {
  contentType: 'video/mp4; codecs="av01.0.08M.08"',
  ...{ width: 1920, height: 1080, bitrate: 2_000_000, framerate: 30 },
}
/** A browser that does not say by then is taken for one that cannot. */
const SOON_MS = 500

let answer: Promise<boolean> | undefined
let hasFailed = false

/**
 * Whether this browser decodes AV1 smoothly and without draining a battery, by its own word, and can go over to it in a
 * buffer that has begun in H.264. Asked once; false from the moment on at which it turned out otherwise.
 */
export async function playsAv1Well(): Promise<boolean> {
  answer ??= Promise.race([askBrowser(), new Promise<boolean>((late) => setTimeout(() => late(false), SOON_MS))])
  return (await answer) && !hasFailed
}

async function askBrowser(): Promise<boolean> {
  const buffer = window.ManagedSourceBuffer ?? window.SourceBuffer
  if (!buffer || !('changeType' in buffer.prototype) || !('mediaCapabilities' in navigator)) return false
  try {
    const told = await navigator.mediaCapabilities.decodingInfo({ type: 'media-source', video: largest })
    return told.supported && told.smooth && told.powerEfficient
  } catch {
    return false
  }
}

/**
 * Has hls.js see the renditions of a film in one codec only, once it has read the master playlist: among several it would
 * choose by what it can decode at all, and then find no way between them.
 * @param isAv1 whether in AV1, where there is such a set
 */
export function keepToOneCodec(hls: Hls, names: { Events: typeof Events }, isAv1: boolean): void {
  hls.on(names.Events.MANIFEST_PARSED, (_event, { levels }) => {
    const isWanted = levels.map((level) => isInAv1(level) === (isAv1 && !hasFailed))
    if (!isWanted.includes(true)) return
    // From the end, as each that goes moves those behind it.
    for (let place = levels.length - 1; place >= 0; place--) if (!isWanted[place]) hls.removeLevel(place)
  })
}

/** What could not be played was AV1: it is left alone from now on. @returns false when it was something else */
export function leaveAv1({ levels }: Hls): boolean {
  if (hasFailed || !levels.some(isInAv1)) return false
  hasFailed = true
  return true
}

function isInAv1({ videoCodec }: Level): boolean {
  return videoCodec?.startsWith('av01') ?? false
}

declare global {
  interface Window {
    ManagedSourceBuffer?: typeof SourceBuffer
  }
}
