import { expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForHydration, waitForSuccess } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, patch, someBytes } from '#tests/support/http/tus.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// No jobs run until a worker starts.
const app = setUpApp()

const newCreator = () => createPerson(app.hoshi.url, 'creator')

async function enqueueVideo(person: Person): Promise<string> {
  const { uid, uploadURL } = await createUpload(person, 10)
  await patch(uploadURL, 0, someBytes(10))
  return uid
}

test('a queued video shows its position on the upload page and the dashboard, and both update when it moves', async () => {
  const [one, other, creator] = [await newCreator(), await newCreator(), await newCreator()]
  const [first, second] = [await enqueueVideo(one), await enqueueVideo(other)]
  const { page, context, logInAs, open, errors } = await app.visit()
  await logInAs(creator)
  let connectionCount = 0
  const readsBeforeSave: string[] = []
  let isSaved = false
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/me/episodes/live')) connectionCount += 1
    if (pathname.endsWith('/api/v1/episodes')) isSaved = true
    if (!isSaved && request.method() === 'GET' && /^\/api\/v1\/videos\/(?!like)/.test(pathname))
      readsBeforeSave.push(search)
  })
  await open('/upload')
  await waitForHydration(page)
  await fillUpload(page, { title: 'In line', genre: 'Drama', file: await makeClip(app.clipsDir, { seconds: 1 }) })
  await sendUpload(page)
  await page.getByText('In queue, 2 ahead').waitFor()
  await waitForSuccess(page)
  const stages = page.getByRole('list', { name: 'Processing' })
  await stages.getByText('In queue, 2 ahead').waitFor()

  const dashboard = await context.newPage()
  await dashboard.goto('/dashboard?tab=content')
  const card = dashboard.getByRole('article', { name: 'In line' })
  await card.getByText('In queue, 2 ahead').waitFor()
  await one.call('DELETE', `/api/v1/videos/${first}`)
  await card.getByText('In queue, 1 ahead').waitFor()
  await page.bringToFront()
  await stages.getByText('In queue, 1 ahead').waitFor()
  await other.call('DELETE', `/api/v1/videos/${second}`)
  await stages.getByText('Next in queue').waitFor()
  await card.getByText('Next in queue').waitFor()

  const worker = await createTestHoshi({ beside: app.hoshi, environment: { ROLE: 'worker' } })
  try {
    await page.getByText('Your episode is ready.').waitFor()
    await card.getByText('Next in queue').waitFor({ state: 'detached' })
    await page.locator('.done-picture img[src*="/media/"]').waitFor()
  } finally {
    await worker.close()
  }
  expect(connectionCount).toBe(1)
  // One for the position, one that waits.
  expect(readsBeforeSave).toEqual(['', expect.stringMatching(/^\?waitFor=measured&seconds=\d+$/)])
  expect(errors).toEqual([])
})

test('a saved video is followed without live events too', async () => {
  const [other, creator] = [await newCreator(), await newCreator()]
  const first = await enqueueVideo(other)
  const { page, logInAs, open } = await app.visit()
  await logInAs(creator)
  await page.route('**/me/episodes/live*', (route) => route.fulfill({ status: 429, body: '' }))
  await open('/upload')
  await waitForHydration(page)
  await fillUpload(page, { title: 'Alone', genre: 'Drama', file: await makeClip(app.clipsDir, { seconds: 1 }) })
  await sendUpload(page)
  await waitForSuccess(page)
  const stages = page.getByRole('list', { name: 'Processing' })
  await stages.getByText('In queue, 1 ahead').waitFor()
  await other.call('DELETE', `/api/v1/videos/${first}`)
  await stages.getByText('Next in queue').waitFor()
  const { episodes } = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as {
    episodes: { id: string }[]
  }
  for (const { id } of episodes) await creator.call('DELETE', `/api/v1/episodes/${id}`)
})

test('two queued videos each have their own position', async () => {
  const creator = await newCreator()
  const videoIds = [await enqueueVideo(creator), await enqueueVideo(creator)]
  for (const [n, videoId] of videoIds.entries())
    await creator.call('POST', '/api/v1/episodes', { title: `Part ${n + 1}`, genre: 'Drama', nsfw: false, videoId })
  const { page, logInAs, open } = await app.visit()
  await logInAs(creator)
  await open('/dashboard?tab=content')
  const part = (n: number) => page.getByRole('article', { name: `Part ${n}` })
  await part(1).getByText('Next in queue').waitFor()
  await part(2).getByText('In queue, 1 ahead').waitFor()
})
