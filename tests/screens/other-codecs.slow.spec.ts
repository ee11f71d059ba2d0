import { copyFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForHydration, waitForSuccess } from '#tests/support/browser/forms.ts'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { findRealClip, NO_REAL_FILES } from '#tests/support/media/real-clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

describe('other codecs are encoded and watched', () => {
  let creator: Person
  beforeAll(async () => {
    creator = await createPerson(app.hoshi.url, 'creator', 'Codec')
  })

  test.each([
    ['VP9 in WebM', { video: 'vp9', audio: 'opus', container: 'webm' }],
    ['HEVC in MP4', { video: 'hevc', audio: 'aac', container: 'mp4' }],
  ] as const)('%s', async (title, spec) => {
    const clip = await makeClip(app.clipsDir, { seconds: 6, width: 640, height: 360, ...spec })
    await uploadAndWatch(creator, title, clip)
  })

  test.for([
    { title: 'H.264', codecs: ['h264'] },
    { title: 'VP9 or VP8', codecs: ['vp9', 'vp8'] },
    { title: 'HEVC', codecs: ['hevc'] },
  ])('a real clip in $title, from the folder in HOSHI_MEDIA', async ({ title, codecs }, { skip }) => {
    const path = await findRealClip(...codecs)
    if (path === null) return skip(NO_REAL_FILES)
    const clip = join(app.clipsDir, `real-${codecs[0]}${extname(path)}`)
    await copyFile(path, clip)
    await uploadAndWatch(creator, `Real ${title}`, clip)
  })
})

/** The creator uploads by the form; a stranger finds the video on Explore and watches it, counted once. */
async function uploadAndWatch(creator: Person, title: string, clip: string): Promise<void> {
  const { page, open, logInAs } = await app.visit()
  await logInAs(creator)
  await open('/upload')
  await waitForHydration(page)
  await fillUpload(page, { title, genre: 'Mecha', file: clip })
  await sendUpload(page)
  await waitForSuccess(page)
  await page.getByText('Your episode is ready.').waitFor()

  const stranger = await app.visit()
  await stranger.open('/explore')
  await stranger.page.getByRole('article', { name: title }).getByRole('link', { name: 'Watch Episode' }).click()
  await expectPlayback(stranger.page)
  await stranger.page.getByText('1 views', { exact: true }).waitFor()
  expect(stranger.errors).toEqual([])
}
