import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Folder of real videos outside the project, with a `manifest.json`; without it their tests are skipped. */
const folder = process.env.HOSHI_MEDIA || null

/** Why a test of real files is skipped. */
export const NO_REAL_FILES = folder === null ? 'HOSHI_MEDIA names no folder' : `there is none in ${folder}`

/** The shortest real video of at least five seconds in one of these codecs; null when there is none. */
export async function findRealClip(...codecs: string[]): Promise<string | null> {
  const names = folder === null ? [] : await readdir(folder)
  const videos = names.filter((name) => /\.(mp4|webm|mkv|mov)$/.test(name)).map((name) => join(folder ?? '', name))
  const probed = await Promise.all(videos.map(async (path) => ({ path, ...(await probe(path)) })))
  probed.sort((one, other) => one.seconds - other.seconds)
  return probed.find(({ codec, seconds }) => codecs.includes(codec) && seconds >= 5)?.path ?? null
}

async function probe(path: string): Promise<{ codec: string; seconds: number }> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=codec_name:format=duration']
  const { stdout } = await run('ffprobe', [...args, '-of', 'json', path])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string }[]
    format: { duration?: string }
  }
  return { codec: streams[0]?.codec_name ?? 'none', seconds: Number(format.duration ?? 0) }
}

/** Properties of a real file. */
export interface RealFile {
  path: string
  kind: 'video' | 'subtitle'
  durationSeconds: number
  /** As stored. */
  width: number
  height: number
  /** Width of a pixel over its height. */
  pixelAspect: number
  /** Average frames a second. */
  frameRate: number
  hasAudio: boolean
}

interface ManifestEntry {
  file: string
  kind: RealFile['kind']
  duration?: number
  resolution?: string
  fps_value?: number
  sample_aspect_ratio?: string
  codecs: { audio: string[] }
}

/** Every file of a kind in the folder's manifest, shortest first. @throws Error when the manifest cannot be read */
export async function listRealFiles(kind: RealFile['kind']): Promise<RealFile[]> {
  if (folder === null) return []
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { files: ManifestEntry[] }
  return files
    .filter((file) => file.kind === kind)
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
      return { path: join(folder, file), kind, ...facts, hasAudio: codecs.audio.length > 0 }
    })
    .sort((one, other) => one.durationSeconds - other.durationSeconds)
}
