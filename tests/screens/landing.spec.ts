import { describe, expect, test } from 'vitest'
import { lively } from '#tests/support/browser.server.ts'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { stageEpisode } from '#tests/support/publishing.ts'

const on = onScreen()

describe('the landing screen', () => {
  test('says what this is and leads to Explore', async () => {
    const { page, open, troubles } = await on.visit(lively)
    await open('/')
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe('Watch short-form anime from independent creators')
    expect(await page.getByRole('main').getByText('Supporting indie anime creators').isVisible()).toBe(true)
    expect(await page.getByRole('img', { name: /mascot/ }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Browse Episodes' }).click()
    await page.waitForURL('**/explore')
    await page.getByText('Found 0 episodes', { exact: true }).waitFor()
    expect(troubles).toEqual([])
  })

  test('shows the newest episodes, each a link to its watch page', async () => {
    const creator = await createPerson(on.hoshi.url, 'creator', 'Sora')
    const id = await stageEpisode(on.hoshi.connectionString, creator, { title: 'Newest of all' })
    const { page, open } = await on.visit(lively)
    await open('/')
    const link = page.getByRole('main').getByRole('link', { name: /Newest of all/ })
    expect(await link.getAttribute('href')).toBe(`/watch/${id}`)
  })
})

describe('the top navigation', () => {
  const links = [
    ['Home', '/'],
    ['Explore', '/explore'],
    ['Upload', '/upload'],
    ['About', '/about'],
    ['Contact', '/contact'],
  ]

  test('leads strangers to every screen, the login and the sign-up', async () => {
    const { page, open } = await on.visit()
    await open('/explore')
    const main = page.getByRole('navigation', { name: 'Main' })
    const found = await main
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(found).toEqual(links)
    const banner = page.getByRole('banner')
    expect(await banner.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(await banner.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup')
  })

  test('welcomes who is signed in and lets them out', async () => {
    const viewer = await createPerson(on.hoshi.url, 'viewer')
    const { page, open, logInAs } = await on.visit()
    await logInAs(viewer)
    await open('/explore')
    await waitForScripts(page)
    const banner = page.getByRole('banner')
    const welcome = banner.getByText(`Welcome, ${viewer.email}`, { exact: true })
    expect(await welcome.filter({ visible: true }).count()).toBe(1)
    expect(await banner.getByRole('link', { name: 'Login' }).count()).toBe(0)
    await banner.getByRole('button', { name: 'Log Out' }).click()
    await banner.getByRole('link', { name: 'Login' }).waitFor()
  })

  test('on a telephone, a menu holds what does not fit', async () => {
    const { page, open } = await on.visit({ viewport: { width: 390, height: 844 } })
    await open('/explore')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    expect(await menu.getByRole('link', { name: 'Contact' }).isVisible()).toBe(true)
    await menu.getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    await menu.waitFor({ state: 'hidden' })
  })
})
