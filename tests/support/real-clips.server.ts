import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const fallback = join(import.meta.dirname, '../../../shared/media')

/** Real videos that this machine happens to have: the shortest H.264, VP9 or VP8, and HEVC one of at least five seconds. */
export async function findRealClips(): Promise<{ codec: string; path: string }[]> {
  const folder = process.env.HOSHI_MEDIA ?? fallback
  const names = await readdir(folder).catch(() => [])
  const videos = names.filter((name) => /\.(mp4|webm|mkv|mov)$/.test(name)).map((name) => join(folder, name))
  const known = await Promise.all(videos.map(async (path) => ({ path, ...(await look(path)) })))
  known.sort((one, other) => one.seconds - other.seconds)
  return [['h264'], ['vp9', 'vp8'], ['hevc']].flatMap((codecs) => {
    const found = known.find(({ codec, seconds }) => codecs.includes(codec) && seconds >= 5)
    return found ? [{ codec: found.codec, path: found.path }] : []
  })
}

async function look(path: string): Promise<{ codec: string; seconds: number }> {
  const words = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=codec_name:format=duration']
  const { stdout } = await run('ffprobe', [...words, '-of', 'json', path])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string }[]
    format: { duration?: string }
  }
  return { codec: streams[0]?.codec_name ?? 'none', seconds: Number(format.duration ?? 0) }
}
