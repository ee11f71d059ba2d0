import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import { listenForBeeps, measuredBeeps, whiteAt } from '#tests/support/browser/sound-clock.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { type FlashAndBeep, makeFlashAndBeep } from '#tests/support/media/flash-and-beep.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
let creator: Person
beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
})

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2']
const aac = ['-c:a', 'aac', '-b:a', '64k']
const film: FlashAndBeep = { seconds: 6, video: h264, audio: aac, container: 'mp4' }

/** Seconds of the page's clock between a flash and its beep. */
const TOLERANCE_SECONDS = 0.12

test.each<[string, Partial<FlashAndBeep>, number[]]>([
  ['starts 0.5 s later', { soundDelaySeconds: 0.5 }, [1, 2, 3, 4, 5]],
  ['has a hole', { lostSound: 'between(t,2.5,3.5)' }, [1, 2, 4, 5]],
  ['has many small holes', { lostSound: 'not(mod(n,4))*between(mod(t,1),0.2,0.8)' }, [1, 2, 3, 4, 5]],
])('the watch page plays a sound that %s in time with the picture', async (name, changes, beeps) => {
  const changed = { ...film, ...changes }
  const id = await publishClip(creator, await makeFlashAndBeep(join(app.clipsDir, name), changed))
  const { page, open } = await app.visit()
  await open(`/watch/${id}`)
  await expectPlayback(page)
  // A press lets the page play sound.
  await page.locator('video').first().click()
  await listenForBeeps(page, film.seconds)
  const flashes = async () =>
    (await measuredBeeps(page)).map((heard) => {
      const beside = heard - (changed.soundDelaySeconds ?? 0)
      return Math.abs(beside - Math.round(beside)) <= TOLERANCE_SECONDS ? Math.round(beside) : beside
    })
  await expect.poll(async () => [...new Set(await flashes())].toSorted((one, other) => one - other)).toEqual(beeps)
  expect(await whiteAt(page, [0.9, 1.02, 1.5, 2.9, 3.02, 3.5, 4.9, 5.02])).toEqual([1.02, 3.02, 5.02])
})
