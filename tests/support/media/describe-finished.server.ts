import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { ownPlaylistInput } from '#video/media/ffmpeg/input-arguments.ts'
import { runTool } from '#video/media/ffmpeg/run-tool.server.ts'
import type { FinishedRows } from './make-finished-video.server.ts'

/** Values that another version of an encoder changes, and names, which are new in each run. */
const encodersOwn = /bitsPerSecond|sizeBytes|size_bytes|_bandwidth|_at$|^id$|uid$|creator_id|_name$|level|sha256|hash/

/**
 * Describes the parts of a finished video that are the same in each run and with each version of an encoder: its rows,
 * its files with their first bytes, its playlists, and its streams as ffprobe reads them.
 *
 * @param folder with `media/` and `rows.json`
 */
export async function describeFinished(folder: string) {
  const rows = JSON.parse(await readFile(join(folder, 'rows.json'), 'utf8')) as FinishedRows
  const withoutIds = shortenNames(rows)
  const media = join(folder, 'media')
  const paths = globSync('**', { cwd: media, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(media.length + 1))
  const files = await Promise.all(
    paths.map(async (path) => `${withoutIds(path)}: ${await describeFile(join(media, path))}`),
  )
  const { changes, ...analysis } = rows.analysis
  return {
    video: pick(rows.video),
    renditions: rows.renditions.map(pick),
    analysis: pick(analysis),
    changeCount: Array.isArray(changes) ? changes.length : null,
    files: files.map(withoutIds).sort(),
    streams: await Promise.all(rows.renditions.map(({ id }) => describeStreams(join(media, id)))),
  }
}

/** Replaces the ids of renditions and the random parts of names. */
function shortenNames({ renditions, uid }: FinishedRows) {
  const ids = new Map([[uid, 'UID'], ...renditions.map(({ id }, n) => [id, `rendition-${n}`] as const)])
  return (text: string) => {
    let short = text.replace(/(master|poster(?:-\d+)?|preview|storyboard)-[0-9a-z]{20,}/g, '$1')
    for (const [id, name] of ids) short = short.replaceAll(id, name)
    return short
  }
}

function pick(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pick)
  if (typeof value === 'number') return Math.round(value * 1000) / 1000
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !encodersOwn.test(key))
  return Object.fromEntries(kept.map(([key, each]) => [key, pick(each)]))
}

/** The boxes of an MP4, the text of a playlist, the type of a picture. */
async function describeFile(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (/\.(mp4|m4s)$/.test(path)) return boxesOf(bytes).join(' ')
  if (/\.(m3u8|vtt)$/.test(path)) return bytes.toString('utf8').replace(/BANDWIDTH=\d+/g, 'BANDWIDTH')
  return `${bytes.toString('latin1', 0, 4)} ${bytes.toString('latin1', 8, 12)}`
}

function boxesOf(bytes: Buffer): string[] {
  const boxes: string[] = []
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at))) {
    boxes.push(bytes.toString('latin1', at + 4, at + 8))
  }
  return boxes
}

/** Codecs, sizes and numbers of packets of a rendition. */
async function describeStreams(folder: string): Promise<unknown> {
  const entries =
    'stream=codec_name,profile,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,' +
    'r_frame_rate,sample_rate,channels,nb_read_packets'
  const args = [
    '-v',
    'error',
    '-count_packets',
    '-show_entries',
    entries,
    '-of',
    'json',
    ...ownPlaylistInput('index.m3u8'),
  ]
  const { stdout } = await runTool({ tool: 'ffprobe', args, deadlineMs: MAX_WAIT_MS, outputDir: folder })
  return (JSON.parse(stdout) as { streams: unknown[] }).streams
}
