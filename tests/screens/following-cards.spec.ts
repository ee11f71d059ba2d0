import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let sora: Person

beforeAll(async () => {
  const mika = await createPerson(app.hoshi.url, 'creator', 'Mika')
  sora = await createPerson(app.hoshi.url, 'creator', 'Sora')
  await publishEpisode(app.hoshi, mika, { title: 'Old boats' })
  for (const title of ['Kites', 'Kites again']) await publishEpisode(app.hoshi, sora, { title })
})

async function visitAs(person: Person, options: { javaScriptEnabled?: boolean } = {}) {
  const visitor = await app.visit(options)
  await visitor.logInAs(person)
  return visitor
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const button = (page: Page, title: string, name: string) =>
  card(page, title).getByRole('button', { name, exact: true, description: 'Sora' })

describe('on cards', () => {
  test('of one creator Follow has one state, which lasts', async () => {
    const visitor = await visitAs(await createPerson(app.hoshi.url, 'viewer'))
    const { page } = visitor
    await visitor.open('/explore')
    await waitForHydration(page)
    expect(await card(page, 'Kites').getByRole('link', { name: 'Sora', exact: true }).getAttribute('href')).toBe(
      `/creator/${sora.account.uid}`,
    )
    const stored = page.waitForResponse('**/api/v1/creators/*/follow')
    await button(page, 'Kites', 'Follow').click()
    await button(page, 'Kites again', 'Following').waitFor()
    await stored
    expect(await card(page, 'Old boats').getByRole('button', { name: 'Follow', exact: true }).count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await visitor.open('/following')
    await button(page, 'Kites again', 'Following').waitFor()
    await button(page, 'Kites', 'Following').waitFor()
    await visitor.open(`/creator/${sora.account.uid}`)
    expect(await page.getByText('1 follower', { exact: true }).count()).toBe(1)
    expect(
      await card(page, 'Kites')
        .getByRole('button', { name: /^Follow/ })
        .count(),
    ).toBe(0)
    await visitor.open('/explore')
    await waitForHydration(page)
    await button(page, 'Kites again', 'Following').click()
    await button(page, 'Kites', 'Follow').waitFor()
  })

  test('a refused follow goes back, and says why on the card that was pressed', async () => {
    const visitor = await visitAs(await createPerson(app.hoshi.url, 'viewer'))
    const { page } = visitor
    await visitor.open('/explore')
    await waitForHydration(page)
    await page.route('**/api/v1/creators/*/follow', (route) => route.abort())
    await button(page, 'Kites', 'Follow').click()
    await card(page, 'Kites').getByRole('alert').getByText('That did not work.').waitFor()
    expect(await button(page, 'Kites again', 'Follow').count()).toBe(1)
    expect(await page.getByRole('alert').getByText('That did not work.').count()).toBe(1)
  })

  test('of one’s own there is no Follow', async () => {
    const visitor = await visitAs(sora)
    const { page } = visitor
    await visitor.open('/explore')
    await card(page, 'Kites').getByRole('link', { name: 'Sora', exact: true }).waitFor()
    expect(
      await card(page, 'Kites')
        .getByRole('button', { name: /^Follow/ })
        .count(),
    ).toBe(0)
    expect(await card(page, 'Old boats').getByRole('button', { name: 'Follow', exact: true }).count()).toBe(1)
  })

  test.each([true, false])('signed out, Follow leads to login and back to the card (scripts: %s)', async (scripts) => {
    const fan = await createPerson(app.hoshi.url, 'viewer')
    const visitor = await app.visit({ javaScriptEnabled: scripts })
    const { page } = visitor
    await visitor.open('/explore?search=Kites')
    await card(page, 'Kites').getByRole('link', { name: 'Follow', exact: true, description: 'Sora' }).click()
    await page.getByLabel('Email').fill(fan.email)
    await page.getByLabel('Password', { exact: true }).fill(fan.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/explore?search=Kites#episode-*')
    await button(page, 'Kites', 'Follow').waitFor()
  })

  test('without scripts Follow is a form, which comes back to the card', async () => {
    const visitor = await visitAs(await createPerson(app.hoshi.url, 'viewer'), { javaScriptEnabled: false })
    const { page } = visitor
    await page.goto('/explore?search=Kites')
    await button(page, 'Kites', 'Follow').click()
    await page.waitForURL('**/explore?search=Kites#episode-*')
    expect(await button(page, 'Kites again', 'Following').count()).toBe(1)
    await button(page, 'Kites again', 'Following').click()
    await button(page, 'Kites', 'Follow').waitFor()
  })
})
