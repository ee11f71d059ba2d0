import type { Level, LevelDetails } from 'hls.js'

/** A segment of a rendition; its URL, and that of the init segment that describes it. */
export interface Segment {
  url: string
  init: string
  startSeconds: number
  endSeconds: number
}

/** Frames of at most this many lines are kept for stepping; a saved frame has all that there are. */
const STEPPING_LINES = 720

/**
 * Lists the segments of one H.264 rendition. AV1 is left out: it takes several times as long to decode.
 * @param which `stepping`: the largest one that is small enough to keep many frames of; `best`: the largest one
 * @throws Error when the playlists cannot be read or list no such rendition
 */
export async function indexRendition(hlsUrl: string, which: 'stepping' | 'best'): Promise<Segment[]> {
  const { fragments } = await loadPlaylist(hlsUrl, (levels) => chooseLevel(levels, which))
  return fragments.map(({ url, start, end, initSegment }) => {
    if (!initSegment?.url) throw new Error('A segment without an init segment')
    return { url, init: initSegment.url, startSeconds: start, endSeconds: end }
  })
}

/** @returns the index of a level; -1 without a fitting one */
export function chooseLevel(levels: readonly Pick<Level, 'width' | 'height' | 'videoCodec'>[], which: string): number {
  const lines = (index: number) => Math.min(levels[index]?.width ?? 0, levels[index]?.height ?? 0)
  const fitting = [...levels.keys()]
    .filter((index) => levels[index]?.videoCodec?.startsWith('avc1'))
    .sort((one, other) => lines(other) - lines(one))
  const small = fitting.find((index) => lines(index) <= STEPPING_LINES)
  return (which === 'stepping' ? (small ?? fitting.at(-1)) : fitting[0]) ?? -1
}

/** hls.js without a video reads the playlists and fetches no media. */
async function loadPlaylist(url: string, choose: (levels: Level[]) => number): Promise<LevelDetails> {
  const { default: Hls, Events } = await import('hls.js/light')
  const hls = new Hls({ autoStartLoad: false, enableWorker: false })
  try {
    return await new Promise<LevelDetails>((resolve, reject) => {
      hls.on(Events.ERROR, (_event, { fatal, details }) => {
        if (fatal) reject(new Error(`Playlist not loaded: ${details}`))
      })
      hls.once(Events.MANIFEST_PARSED, (_event, { levels }) => {
        const level = choose(levels)
        if (level === -1) return reject(new Error('No rendition in H.264'))
        hls.loadLevel = level
        hls.startLoad(0, true)
      })
      hls.on(Events.LEVEL_LOADED, (_event, { level, details }) => {
        if (level === hls.loadLevel) resolve(details)
      })
      hls.loadSource(url)
    })
  } finally {
    hls.destroy()
  }
}
