import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFrames, type Instance, playedRenditions } from '#tests/crash/instance-state.ts'
import { upload, type VideoResponse, videoOf, waitForFinalState } from '#tests/crash/tus.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { listRealFiles, NO_REAL_FILES, type RealFile } from '#tests/support/real-clips.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { probeMedia } from '../media/probe/probe.server.ts'
import { validate } from '../media/validation.ts'

/** Only the first rendition of longer ones is awaited: their complete ladders take minutes of processor time. */
const COMPLETE_UP_TO_FRAMES = 1000

interface Row {
  name: string
  file: RealFile | null
}

/** Without files, one row that is skipped. */
const none: Row = { name: NO_REAL_FILES, file: null }
const rowsOf = (files: RealFile[]) => files.map((file): Row => ({ name: basename(file.path), file }))
const subtitles = rowsOf(await listRealFiles('subtitle'))
const videos = rowsOf(await listRealFiles('video'))

let site: TestHoshi
let home: Instance
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site.close())

function playing(person: Person, uid: string): Promise<VideoResponse> {
  const hasCompleteRendition = async () => (await playedRenditions(home, uid)).length > 0
  return eventually('it plays to its end', async () => {
    const video = await videoOf(person, uid)
    return video.status.state === 'ready' && (await hasCompleteRendition()) && video
  })
}

function expectNear(found: number, wanted: number, share: number, atLeast = 0): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.max(atLeast, wanted * share))
}

describe('real files', () => {
  it.for(subtitles.length > 0 ? subtitles : [none])(
    'are refused when they are text: $name',
    async ({ file }, { skip }) => {
      if (file === null) return skip(NO_REAL_FILES)
      expect(validate(await probeMedia(file.path))).toEqual({ ok: false, reasonCode: 'not_a_video' })
    },
  )

  it.for(videos.length > 0 ? videos : [none])(
    'play as described, with every frame: $name',
    async ({ file }, { skip }) => {
      if (file === null) return skip(NO_REAL_FILES)
      const uid = await upload(creator, file.path)
      const isComplete = file.durationSeconds * file.frameRate <= COMPLETE_UP_TO_FRAMES
      const video = isComplete ? await waitForFinalState(creator, uid) : await playing(creator, uid)
      expect(video.status).toMatchObject({ state: 'ready', ...(isComplete ? { percentComplete: 100 } : {}) })
      expectNear(video.width ?? 0, file.width * file.pixelAspect, 0.01)
      expect(video.height).toBe(file.height)
      const { numerator = 0, denominator = 1 } = video.frameRate ?? {}
      expectNear(numerator / denominator, file.frameRate, 0.005)
      expectNear(video.durationSeconds ?? 0, file.durationSeconds, 0.02, 0.2)
      const frames = await countFrames(file.path)
      const renditions = await playedRenditions(home, uid)
      expect(renditions.length).toBeGreaterThan(0)
      for (const each of renditions) {
        expect(each.frames).toBe(frames)
        expectNear(each.seconds, file.durationSeconds, 0.02, 0.2)
        expect(each.audioChannels > 0).toBe(file.hasAudio)
        expectNear(each.width / each.height, (file.width * file.pixelAspect) / file.height, 0.02)
      }
      // This also ends the rest of its ladder.
      expect((await creator.call('DELETE', `/api/v1/videos/${uid}`)).status).toBe(204)
    },
  )
})
