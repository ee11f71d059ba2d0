import { expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForScripts, waitForSuccess } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createTestHoshi } from '#tests/support/test-hoshi.ts'
import { askForAddress, patch, someBytes } from '#tests/support/tus.ts'

// Nobody works, until a worker comes.
const on = onScreen(async () => ({ environment: { ROLE: 'web' } }))

const newCreator = () => createPerson(on.hoshi.url, 'creator')

async function waitInLine(person: Person): Promise<string> {
  const { uid, uploadURL } = await askForAddress(person, 10)
  await patch(uploadURL, 0, someBytes(10))
  return uid
}

test('a video that waits shows its place on the upload page and the dashboard, and both hear when it moves', async () => {
  const [one, other, creator] = [await newCreator(), await newCreator(), await newCreator()]
  const [first, second] = [await waitInLine(one), await waitInLine(other)]
  const { page, context, logInAs, open, troubles } = await on.visit()
  await logInAs(creator)
  await open('/upload')
  await waitForScripts(page)
  await fillUpload(page, { title: 'In line', genre: 'Drama', file: await makeClip(on.clipsDir, { seconds: 1 }) })
  await sendUpload(page)
  await page.getByText('Waiting, 2 before it').waitFor()
  await waitForSuccess(page)
  const stages = page.getByRole('list', { name: 'Processing' })
  await stages.getByText('Waiting, 2 before it').waitFor()

  const dashboard = await context.newPage()
  await dashboard.goto('/dashboard?tab=content')
  const card = dashboard.getByRole('article', { name: 'In line' })
  await card.getByText('Waiting, 2 before it').waitFor()
  await one.call('DELETE', `/api/v1/videos/${first}`)
  await card.getByText('Waiting, 1 before it').waitFor()
  await page.bringToFront()
  await stages.getByText('Waiting, 1 before it').waitFor()
  await other.call('DELETE', `/api/v1/videos/${second}`)
  await stages.getByText('Next in line').waitFor()
  await card.getByText('Next in line').waitFor()

  const worker = await createTestHoshi({ beside: on.hoshi, environment: { ROLE: 'worker' } })
  try {
    await page.getByText('Your episode is up.').waitFor()
    await card.getByText('Next in line').waitFor({ state: 'detached' })
  } finally {
    await worker.close()
  }
  expect(troubles).toEqual([])
})

test('two that wait each have their own place', async () => {
  const creator = await newCreator()
  const videoIds = [await waitInLine(creator), await waitInLine(creator)]
  for (const [n, videoId] of videoIds.entries())
    await creator.call('POST', '/api/v1/episodes', { title: `Part ${n + 1}`, genre: 'Drama', nsfw: false, videoId })
  const { page, logInAs, open } = await on.visit()
  await logInAs(creator)
  await open('/dashboard?tab=content')
  const part = (n: number) => page.getByRole('article', { name: `Part ${n}` })
  await part(1).getByText('Next in line').waitFor()
  await part(2).getByText('Waiting, 1 before it').waitFor()
})
