import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { planRenditions } from '#video/media/ladder.ts'
import { probeMedia } from '#video/media/probe/probe.server.ts'
import { demoContent } from './content.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../demo')
const pathOf = (key: string) => join(folder, 'masters', `${key}.mp4`)
const keys = demoContent.episodes.map((each) => each.key)

/** How much each frame differs from the one before, on a scale of 255. */
async function differences(path: string, fromSeconds: number, seconds: number): Promise<number[]> {
  const meter = ['-vf', 'signalstats,metadata=mode=print:key=lavfi.signalstats.YDIF:file=-', '-f', 'null', '-']
  const { stdout } = await run('ffmpeg', [
    '-v',
    'error',
    '-ss',
    `${fromSeconds}`,
    '-t',
    `${seconds}`,
    '-i',
    path,
    ...meter,
  ])
  return [...stdout.matchAll(/YDIF=([\d.]+)/g)].map((found) => Number(found[1]))
}

describe('the videos of the demo', () => {
  test('are together at most 8 MB', async () => {
    const sizes = await Promise.all(keys.map(async (key) => (await stat(pathOf(key))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_000_000)
  })

  test('come with an avatar for each creator with `hasAvatar`', async () => {
    const withAvatar = demoContent.creators.filter(({ hasAvatar }) => hasAvatar)
    expect(withAvatar).toHaveLength(3)
    for (const { key } of withAvatar) {
      expect((await readFile(join(folder, 'avatars', `${key}.png`))).toString('latin1', 1, 4)).toBe('PNG')
    }
  })

  test.each(keys)(
    '%s lasts 15 to 40 seconds, is animated on twos, and plays in browsers without transcoding',
    async (key) => {
      const probed = await probeMedia(pathOf(key))
      if (!probed.isReadable) throw new Error('It cannot be read.')
      expect(probed).toMatchObject({ audio: { codec: 'aac', profile: 'LC' } })
      expect(probed.video).toMatchObject({ codec: 'h264', frameRate: { numerator: 24, denominator: 1 } })
      expect(probed.durationSeconds).toBeGreaterThanOrEqual(15)
      expect(probed.durationSeconds).toBeLessThanOrEqual(40)
      expect(planRenditions(probed)).toMatchObject({ copy: { audio: 'copy' } })
      const bytes = await readFile(pathOf(key))
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))

      const frames = await differences(pathOf(key), 3, 4)
      const total = (from: 0 | 1) =>
        frames.filter((_, n) => n % 2 === from && n > 1).reduce((sum, each) => sum + each, 0)
      // The second frame of a drawing repeats the first, except for encoder refinements.
      expect(Math.min(total(0), total(1))).toBeLessThan(Math.max(total(0), total(1)) / 4)
    },
  )
})
