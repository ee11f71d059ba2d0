import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
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

/** What is known of a file that this machine happens to have. */
export interface RealFile {
  path: string
  kind: 'video' | 'subtitle'
  durationSeconds: number
  /** As stored. */
  width: number
  height: number
  /** Width of a pixel over its height. */
  pixelAspect: number
  /** On average, frames a second. */
  frameRate: number
  hasSound: boolean
}

interface Listed {
  file: string
  kind: RealFile['kind']
  duration?: number
  resolution?: string
  fps_value?: number
  sample_aspect_ratio?: string
  codecs: { audio: string[] }
}

/** Every file of the folder's list, shortest first; none where there is no such folder. */
export async function listRealFiles(): Promise<RealFile[]> {
  const folder = process.env.HOSHI_MEDIA ?? fallback
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '{"files":[]}')
  const { files } = JSON.parse(text) as { files: Listed[] }
  return files
    .map(({ file, kind, duration, resolution, fps_value, sample_aspect_ratio, codecs }) => {
      const [width = 0, height = 0] = (resolution ?? '').split('x').map(Number)
      const [across = 1, down = 1] = (sample_aspect_ratio ?? '1:1').split(':').map(Number)
      const facts = {
        durationSeconds: duration ?? 0,
        width,
        height,
        frameRate: fps_value ?? 0,
        pixelAspect: across / down,
      }
      return { path: join(folder, file), kind, ...facts, hasSound: codecs.audio.length > 0 }
    })
    .sort((one, other) => one.durationSeconds - other.durationSeconds)
}
