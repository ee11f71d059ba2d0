import { expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()
const SHEET = 'This Hoshi is yours. Four things before guests come.'

test('an admin of an empty site sees the four steps with their states, until not now or the first episode', async () => {
  const admin = await createPerson(site.hoshi.url, 'viewer')
  await queryDatabase(site.hoshi.connectionString, `update users set role = 'admin' where id = $1`, [admin.account.uid])
  const open = async (visit: Awaited<ReturnType<typeof site.visit>>) => (await visit.open('/')).text
  const visit = await site.visit(admin)
  const text = await open(visit)
  expect(text).toContain(SHEET)
  for (const part of [admin.email, 'Set SMTP_URL', 'Set SUPPORT_EMAIL', 'Invite one']) expect(text).toContain(part)
  expect(await open(await site.visit())).not.toContain(SHEET)
  expect(await open(await site.visit(await createPerson(site.hoshi.url, 'viewer')))).not.toContain(SHEET)

  const creator = await createPerson(site.hoshi.url, 'creator', 'Mio')
  expect(await open(visit)).toContain('The first ones have signed up.')
  await (await visit.open('/')).press('Not now')
  expect(await open(visit)).not.toContain(SHEET)
  const elsewhere = await site.visit(admin)
  expect(await open(elsewhere)).toContain(SHEET)
  await publishEpisode(site.hoshi, creator, { title: 'Rain' })
  expect(await open(elsewhere)).not.toContain(SHEET)
})
