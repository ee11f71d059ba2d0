import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { measure } from '#video/ffmpeg/measure.server.ts'
import { planRenditions } from '#video/ladder.ts'
import { demoProgramme } from './programme.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../demo')
const pathOf = (key: string) => join(folder, 'masters', `${key}.mp4`)
const keys = demoProgramme.episodes.map((each) => each.key)

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

describe('the films of the demo', () => {
  test('are together at most 8 MB', async () => {
    const sizes = await Promise.all(keys.map(async (key) => (await stat(pathOf(key))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_000_000)
  })

  test('have a picture for each creator who is to have one', async () => {
    const pictured = demoProgramme.creators.filter(({ hasAvatar }) => hasAvatar)
    expect(pictured).toHaveLength(3)
    for (const { key } of pictured) {
      expect((await readFile(join(folder, 'avatars', `${key}.png`))).toString('latin1', 1, 4)).toBe('PNG')
    }
  })

  test.each(keys)('%s lasts 15 to 40 seconds, on twos, and browsers play it as it is', async (key) => {
    const measured = await measure(pathOf(key))
    if (!measured.isReadable) throw new Error('It cannot be read.')
    expect(measured).toMatchObject({ audio: { codec: 'aac', profile: 'LC' } })
    expect(measured.video).toMatchObject({ codec: 'h264', frameRate: { numerator: 24, denominator: 1 } })
    expect(measured.durationSeconds).toBeGreaterThanOrEqual(15)
    expect(measured.durationSeconds).toBeLessThanOrEqual(40)
    expect(planRenditions(measured)).toMatchObject({ copy: { audio: 'copy' } })
    const bytes = await readFile(pathOf(key))
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))

    const frames = await differences(pathOf(key), 3, 4)
    const total = (from: 0 | 1) => frames.filter((_, n) => n % 2 === from && n > 1).reduce((sum, each) => sum + each, 0)
    // The second frame of a drawing is the first again, but for what the encoder touches up.
    expect(Math.min(total(0), total(1))).toBeLessThan(Math.max(total(0), total(1)) / 4)
  })
})
