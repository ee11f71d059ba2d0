import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

/** A service that takes every picture for an adult one. */
const service = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end(JSON.stringify({ Porn: 0.93 })))
})

const app = setUpApp(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  const { port } = service.address() as AddressInfo
  return {
    worksJobs: true,
    environment: {
      IMAGE_MODERATION: 'http',
      IMAGE_MODERATION_URL: `http://127.0.0.1:${port}/`,
      IMAGE_MODERATION_MAP: 'Porn=Porn',
    },
  }
})

let creator: Person
let id: string
let viewer: Visitor

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  const clip = await makeClip(join(app.clipsDir), { seconds: 5, width: 320, height: 180 })
  id = await publishClip(creator, clip, { title: 'Night Market' })
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

/** A page of the console, as this moderator sees it. */
async function visitConsole(path: string): Promise<Visitor> {
  const visitor = await app.visit()
  await visitor.logInAs(await createStaff(app.hoshi, 'moderator'))
  await visitor.open(path)
  await waitForHydration(visitor.page)
  return visitor
}

test('a flagged episode goes through the queue to a decision, an appeal and back to its viewers', async () => {
  viewer = await app.visit()
  const maker = await app.visit()
  await maker.logInAs(creator)

  // The program marks it, and a moderator sees why.
  const saki = await visitConsole('/admin/queue?kind=suggestion')
  const item = saki.page.getByRole('link', { name: /^Night Market/ })
  await expect
    .poll(async () => {
      await saki.page.reload()
      return await item.count()
    })
    .toBe(1)
  await waitForHydration(saki.page)
  await item.click()
  await saki.page.getByText('Suggestion: Porn 93% at 0:00.').waitFor()
  await viewer.open(`/watch/${id}`)
  await viewer.page.getByText('Marked automatically: sexual content, awaiting review').first().waitFor()

  // The pictures are covered until they are revealed; then the episode is taken down.
  const pictures = saki.page.getByRole('checkbox', { name: /^Reveal: / })
  expect(await pictures.count()).toBeGreaterThan(2)
  expect(await pictures.first().isChecked()).toBe(false)
  await saki.page.keyboard.press('r')
  await expect.poll(() => pictures.first().isChecked()).toBe(true)
  expect(await axeViolationsAtAllWidths(saki.page)).toEqual([])
  await saki.page.keyboard.press('4')
  await saki.page.getByLabel('Rule').selectOption('3')
  await saki.page.getByLabel('Message to the creator').fill('Not for this site.')
  await saki.page.getByRole('button', { name: 'Take down' }).click()
  await saki.page.getByRole('status').getByText('Taken down: Night Market').waitFor()
  expect(await viewer.open(`/watch/${id}`)).toBe(404)

  // Its creator hears of it once it can no longer be undone, and appeals.
  await queryDatabase(
    app.hoshi.connectionString,
    `update moderation_decisions set created_at = created_at - interval '11 seconds'`,
  )
  await maker.open('/dashboard')
  const notice = maker.page.getByRole('region', { name: 'Moderator decision' })
  await notice.getByText('Night Market has been taken down').waitFor()
  await notice.getByRole('link', { name: 'View or Appeal' }).click()
  await maker.page.getByText('Appeal', { exact: true }).click()
  await maker.page.getByLabel('Why').fill('It is a market at night, and nothing else.')
  await maker.page.getByRole('button', { name: 'Send Appeal' }).click()
  await maker.page.getByText('By another moderator').waitFor()

  // Another moderator takes the decision back: as before it, viewers see the mark and may choose to watch.
  const ren = await visitConsole('/admin/queue?kind=appeal')
  await ren.page.getByText('It is a market at night, and nothing else.').waitFor()
  await ren.page.getByLabel('Message to the creator').fill('A market indeed.')
  await ren.page.getByRole('button', { name: 'Reverse Decision' }).click()
  await expect.poll(() => viewer.open(`/watch/${id}`)).toBe(200)
  await maker.open('/settings/decisions')
  await maker.page.getByRole('heading', { name: 'Decision reversed' }).waitFor()
  await viewer.page.getByRole('button', { name: 'Show Episode' }).click()
  await expectPlayback(viewer.page)
  for (const { errors } of [saki, ren, maker]) expect(errors).toEqual([])
})
