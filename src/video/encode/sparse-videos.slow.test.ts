import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlayedRendition, playedRenditions } from '#tests/crash/instance-state.ts'
import { upload, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeSlides, type Slides } from '#tests/support/media/slides.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let dir: string
let site: TestHoshi
let creator: Person
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-sparse-'))
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
})
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

const everyTen = Array.from({ length: 6 }, (_, index) => index * 10)
const burst = Array.from({ length: 40 }, (_, index) => 20 + index * 0.05)

/** How a rendition plays. */
type Played = Omit<PlayedRendition, 'width' | 'height'>

describe('a video of few frames, ingested during upload', () => {
  it.each<[string, Slides, Played]>([
    // One every two seconds, and one at the end.
    ['two, 590 seconds apart', { at: [0, 590] }, { seconds: 591, frames: 297, audioChannels: 0 }],
    ['one every ten seconds', { at: everyTen, audioSeconds: 60 }, { seconds: 60, frames: 6, audioChannels: 1 }],
    [
      'one every ten seconds, each a keyframe',
      { at: everyTen, audioSeconds: 60, extra: ['-g', '1'] },
      { seconds: 60, frames: 6, audioChannels: 1 },
    ],
    ['a recording', { at: [0, ...burst, 60], audioSeconds: 61 }, { seconds: 61, frames: 71, audioChannels: 1 }],
    [
      'one, under ten minutes of audio',
      { at: [0], audioSeconds: 600 },
      { seconds: 600, frames: 301, audioChannels: 1 },
    ],
  ])('is complete in the end: %s', async (name, slides, played) => {
    const uid = await upload(creator, await makeSlides(join(dir, `${name}.mp4`), slides))
    const { status } = await waitForFinalState(creator, uid)
    expect(status).toEqual({ state: 'ready', percentComplete: 100 })
    const home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
    expect(await playedRenditions(home, uid)).toEqual([
      { ...played, width: 128, height: 72, seconds: expect.closeTo(played.seconds, 0) },
    ])
  })
})
