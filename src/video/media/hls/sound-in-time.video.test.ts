import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { beepsBesideFlashes, type FlashAndBeep, makeFlashAndBeep } from '#tests/support/media/flash-and-beep.server.ts'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const renditions = setUpRenditions()

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2']
const aac = ['-c:a', 'aac', '-b:a', '64k']
const film: FlashAndBeep = { seconds: 6, video: h264, audio: aac, container: 'mp4' }
const all = [1, 2, 3, 4, 5]

it.each<[string, Partial<FlashAndBeep>, string, number[]]>([
  ['both start together', {}, 'copy copy', all],
  ['the picture starts after the packet of lead-in', { container: 'mkv' }, 'copy copy', all],
  ['sound starts 0.5 s later', { soundDelaySeconds: 0.5 }, 'copy encode', all],
  ['sound starts 0.03 s later', { soundDelaySeconds: 0.03 }, 'copy encode', all],
  ['sound starts 0.5 s earlier', { soundDelaySeconds: -0.5, container: 'mkv' }, 'copy copy', all],
  ['its first half second is cut by an edit list', { soundDelaySeconds: -0.5 }, 'copy encode', all],
  ['sound has a hole', { lostSound: 'between(t,2.5,3.5)' }, 'copy encode', [1, 2, 4, 5]],
  ['sound has many small holes', { lostSound: 'not(mod(n,10))*between(mod(t,1),0.2,0.8)' }, 'copy encode', all],
])('each beep plays beside its flash as in the source when %s', async (name, changes, plan, beeps) => {
  const changed = { ...film, ...changes }
  const source = await makeFlashAndBeep(join(renditions.dir, name), changed)
  const made = await renditions.makeFrom(source)
  await verifyRendition(made.outDir, made)
  expect(`${made.target.kind} ${made.target.audio}`).toBe(plan)
  expect(await beepsBesideFlashes(made.outDir, changed)).toEqual(beeps)
})

it('each beep plays beside its flash when the sound has other channels from the middle on', async () => {
  const run = promisify(execFile)
  const ac3 = {
    ...film,
    video: ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0'],
    audio: ['-c:a', 'ac3'],
    seconds: 8,
  }
  const whole = await makeFlashAndBeep(join(renditions.dir, 'whole'), ac3)
  const part = async (name: string, ...options: string[]) => {
    await run('ffmpeg', ['-v', 'error', ...options, '-c:v', 'copy', '-c:a', 'ac3', join(renditions.dir, name)])
    return `file '${name}'\nduration 4\n`
  }
  const first = await part('first.mp4', '-i', whole, '-t', '4', '-ac', '2')
  const second = await part('second.mp4', '-ss', '4', '-i', whole, '-ac', '1')
  const list = join(renditions.dir, 'parts.txt')
  await writeFile(list, first + second)
  const source = join(renditions.dir, 'changes.mp4')
  await run('ffmpeg', ['-v', 'error', '-f', 'concat', '-i', list, '-c', 'copy', source])
  const made = await renditions.makeFrom(source)
  await verifyRendition(made.outDir, made)
  // ffmpeg restarts its filters at the change, and they lose less than a packet: the beep there is not compared.
  const beeps = await beepsBesideFlashes(made.outDir, ac3)
  expect(beeps.filter((beep) => Math.round(beep) !== 4)).toEqual([1, 2, 3, 5, 6, 7])
})
