import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const fontFiles = {
  latin: 'jassub/dist/default.woff2',
  japanese: '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
}

/** A picture as RGB bytes from the top left. */
export interface Frame {
  width: number
  height: number
  rgb: Uint8Array
}

/** ffmpeg's libass, with one font for every name that it does not have. */
export interface Libass {
  /** Draws a moment of a script over mid-grey. */
  draw(script: string, seconds: number, size: { width: number; height: number }): Promise<Frame>
  close(): Promise<void>
}

export async function openLibass(font: keyof typeof fontFiles): Promise<Libass> {
  const folder = await mkdtemp(join(tmpdir(), 'hoshi-libass-'))
  const fonts = join(folder, 'fonts')
  await mkdir(fonts)
  const file = fileURLToPath(new URL(`../../../node_modules/${fontFiles[font]}`, import.meta.url))
  await copyFile(file, join(fonts, `font.${file.split('.').at(-1)}`))
  const config = join(folder, 'fonts.conf')
  await writeFile(
    config,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  )
  return {
    async draw(script, seconds, { width, height }) {
      const path = join(folder, 'script.ass')
      await writeFile(path, script)
      const source = `color=c=0x808080:s=${width}x${height}:r=25,format=rgb24`
      const { stdout } = await run(
        'ffmpeg',
        [
          ...['-v', 'error', '-f', 'lavfi', '-i', source, '-vf', `setpts=PTS+${seconds}/TB,ass=${path}`],
          ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
        ],
        { encoding: 'buffer', maxBuffer: 100_000_000, env: { ...process.env, FONTCONFIG_FILE: config } },
      )
      return { width, height, rgb: stdout }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export interface Difference {
  /** Mean of all colour values, from 0 to 255. */
  mean: number
  /** Share of the pixels that differ by more than a threshold in some colour. */
  shareOff: number
}

export function differenceOf(one: Frame, other: Frame, threshold: number): Difference {
  if (one.width !== other.width || one.height !== other.height) return { mean: 255, shareOff: 1 }
  const pixels = one.width * one.height
  let sum = 0
  let off = 0
  for (let at = 0; at < pixels * 3; at += 3) {
    const differences = [0, 1, 2].map((colour) => Math.abs(one.rgb[at + colour]! - other.rgb[at + colour]!))
    sum += differences.reduce((total, each) => total + each, 0)
    if (Math.max(...differences) > threshold) off += 1
  }
  return { mean: sum / (pixels * 3), shareOff: off / pixels }
}
