import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/clips.server.ts'
import { measure } from '../ffmpeg/measure.server.ts'
import { verifyRendition } from '../ffmpeg/verify-rendition.server.ts'
import { planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import { createEarlyCopy } from './early-copy.server.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-early-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal

async function begun(spec: ClipSpec, maxSeconds = 600) {
  const source = await makeClip(root, spec)
  const early = createEarlyCopy({ source, dir: await mkdtemp(join(root, 'scratch-')) }, maxSeconds, never)
  let promised: Measurement | null = null
  const measurement = (await measure(source, {
    onPromised: (told) => {
      promised = told
      early.begin(told)
    },
  })) as Measurement
  const { copy } = planRenditions(measurement)
  return { early, measurement, copy, promised }
}

describe('a copy begun on the word of the headers', () => {
  it.each<[string, ClipSpec]>([
    ['MP4', {}],
    ['MP4 whose sound begins late', { audioDelaySeconds: 0.5 }],
    ['Matroska', { container: 'mkv', fps: '30000/1001' }],
    ['a silent one', { audio: 'none' }],
  ])('is the one that is wanted: %s', async (_name, spec) => {
    const { early, copy, measurement } = await begun(spec)
    const made = await early.finishedFor(copy!, measurement)
    expect(made).not.toBeNull()
    expect(await verifyRendition(made!.dir, { target: copy!, measurement })).toMatchObject({
      frames: measurement.video!.packets,
    })
    await early.abandon()
  })

  it('is not used when measuring leads to another command', async () => {
    const { early, copy, measurement } = await begun({})
    expect(await early.finishedFor({ ...copy!, audio: 'encode' }, measurement)).toBeNull()
    await early.abandon()
  })

  it('is not begun for what headers rule out, or what is too long', async () => {
    for (const { early, measurement } of [
      await begun({ video: 'vp9', container: 'webm', audio: 'opus' }),
      await begun({}, 1),
    ]) {
      const target = planRenditions({ ...measurement }).copy
      expect(target && (await early.finishedFor(target, measurement))).toBeNull()
    }
  })
})
