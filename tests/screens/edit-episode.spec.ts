import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { card, edit, field, setUpDashboard, stat } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, setStats, visitAs } = setUpDashboard()

const pathOf = (id: string | undefined) => `/dashboard/episodes/${id}`
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

describe('the page of an episode', () => {
  test('saves the changes of all its tabs at once, and says which they are', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft', tags: ['old'] })
    const { page, errors } = await visitAs(creator, pathOf(ids[0]))
    expect(await bar(page).count()).toBe(0)
    await field(page, 'Title').fill('The Last Local to Vega')
    await field(page, 'Tags').fill(' trains ,, tanabata , ')
    await page.getByRole('checkbox', { name: 'Flashing lights' }).check()
    await tab(page, 'Sharing').click()
    await page.waitForURL(`**${pathOf(ids[0])}/sharing`)
    await page.getByRole('switch', { name: 'Allow comments' }).uncheck()
    await page.getByRole('switch', { name: 'Allow saving frames' }).check()
    await field(page, 'Allowed sites').fill('https://one.example/\nhttps://two.example')
    await bar(page).getByText('6 unsaved changes').waitFor()
    expect(await tab(page, 'Details').getByRole('img', { name: 'unsaved' }).count()).toBe(1)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await press(page, 'Save Changes')
    await bar(page).getByText('Saved. Viewers can see your changes now.').waitFor()
    await heading(page, 'The Last Local to Vega').waitFor()
    expect(await page.getByRole('tablist').getByRole('img').count()).toBe(0)
    await bar(page).waitFor({ state: 'detached' })
    const listed = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as { episodes: object[] }
    expect(listed.episodes[0]).toMatchObject({
      title: 'The Last Local to Vega',
      tags: ['trains', 'tanabata'],
      contentNotes: ['flashing'],
      commentsOpen: false,
      framesOpen: true,
      embedSites: ['https://one.example', 'https://two.example'],
    })
    expect(errors).toEqual([])
  })

  test('counts no value that is typed back, saves by keyboard, and discards', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft', description: 'One cut.' })
    const { page } = await visitAs(creator, pathOf(ids[0]))
    await field(page, 'Title').fill('Final')
    await bar(page).getByRole('button', { name: 'Title' }).waitFor()
    await field(page, 'Title').fill('Draft')
    await bar(page).waitFor({ state: 'detached' })
    await field(page, 'Title').fill('Final')
    await page.keyboard.press('ControlOrMeta+s')
    await heading(page, 'Final').waitFor()
    expect(await field(page, 'Title').evaluate((input) => input === document.activeElement)).toBe(true)
    await field(page, 'Description').fill('0:00 Lights\n0:01 Terminus')
    await page.getByRole('region', { name: 'Chapters' }).getByText('Terminus').waitFor()
    await press(page, 'Discard')
    await bar(page).waitFor({ state: 'detached' })
    expect(await field(page, 'Description').inputValue()).toBe('One cut.')
  })

  test('asks before three changes are discarded, and names them', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator, pathOf(ids[0]))
    await field(page, 'Title').fill('Final')
    await field(page, 'Tags').fill('trains')
    await field(page, 'Description').fill('One cut.')
    await press(page, 'Discard')
    const question = page.getByRole('dialog', { name: 'Discard 3 changes?' })
    await question.getByText('Title, Description, Tags').waitFor()
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await field(page, 'Title').inputValue()).toBe('Final')
    await press(page, 'Discard')
    await question.getByRole('button', { name: 'Discard' }).click()
    await bar(page).waitFor({ state: 'detached' })
    expect(await field(page, 'Title').inputValue()).toBe('Draft')
  })

  test('leads from its menu to the button that deletes the episode, and copies the link', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const { page, errors } = await visitAs(creator, pathOf(ids[0]))
    const menu = page.locator('.edit-links')
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Analytics' }).waitFor()
    await menu.getByRole('button', { name: 'Copy Link' }).click()
    await menu
      .getByRole('status')
      .getByText(/^Link copied\.$|\/watch\//)
      .waitFor()
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Delete Episode' }).click()
    await page.waitForURL('**/file#delete')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete Episode')
    expect(errors).toEqual([])
  })

  test('opens with what was typed in the quick edit', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await edit(page, 'Draft').click()
    await field(page, 'Title').fill('Half a title')
    await page.getByRole('link', { name: 'All settings' }).click()
    await page.waitForURL(`**${pathOf(ids[0])}`)
    await bar(page).getByText('1 unsaved change').waitFor()
    expect(await field(page, 'Title').inputValue()).toBe('Half a title')
    await heading(page, 'Draft').waitFor()
  })

  test('asks before unsaved changes are lost', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator, pathOf(ids[0]))
    await field(page, 'Title').fill('Final')
    await bar(page).waitFor()
    await page.getByRole('link', { name: 'My Content' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByText('1 change to Draft is not saved: Title.').waitFor()
    const stay = dialog.getByRole('button', { name: 'Stay' })
    expect(await stay.evaluate((button) => button === document.activeElement)).toBe(true)
    await stay.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await field(page, 'Title').inputValue()).toBe('Final')
    await page.getByRole('link', { name: 'My Content' }).click()
    await dialog.getByRole('button', { name: 'Save and Leave' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await card(page, 'Final').waitFor()
  })

  test('leads to the field that was refused, on whatever tab it is', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator, `${pathOf(ids[0])}/sharing`)
    await field(page, 'Allowed sites').fill('not a site')
    await tab(page, 'Details').click()
    await field(page, 'Title').fill('Final')
    await press(page, 'Save Changes')
    expect(await alertsOf(page)).toContain('Error updating episode. Please try again.')
    await page.waitForURL('**/sharing')
    expect(await field(page, 'Allowed sites').inputValue()).toBe('not a site')
    expect(await field(page, 'Allowed sites').getAttribute('aria-invalid')).toBe('true')
    expect(await tab(page, 'Sharing').getByRole('img', { name: 'needs attention' }).count()).toBe(1)
    await field(page, 'Allowed sites').fill('')
    await press(page, 'Save Changes')
    await heading(page, 'Final').waitFor()
  })

  test('moves an episode to another series, and out of it', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'One' }, { title: 'Two' })
    const made = async (title: string, episodeIds: string[]) => {
      const { id } = (await (await creator.call('POST', '/api/v1/series', { title })).json()) as { id: string }
      await creator.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds })
      return id
    }
    await made('The Vega Line', [ids[0]!])
    const later = await made('Night Signals', [ids[1]!])
    const stored = async () => (await (await creator.call('GET', `/api/v1/episodes/${ids[0]}`)).json()) as object
    const { page, errors } = await visitAs(creator, pathOf(ids[0]))
    const select = page.getByRole('combobox', { name: 'Series' })
    const number = field(page, 'Number')
    await page.getByText('The only episode in this series.').waitFor()
    await select.selectOption('Night Signals')
    await page.getByText('Last, after Two.').waitFor()
    expect(await number.inputValue()).toBe('2')
    await number.fill('3')
    await page.getByText('The number must be between 1 and 2.').waitFor()
    await press(page, 'Save Changes')
    await page.getByText('Please enter a whole number, from 1 to the number of episodes in the series.').waitFor()
    expect([await select.inputValue(), await number.inputValue()]).toEqual([later, '3'])
    await number.fill('1')
    await page.getByText('First, before Two.').waitFor()
    await press(page, 'Save Changes')
    await bar(page).getByText('Saved.').waitFor()
    expect(await stored()).toMatchObject({ seriesId: later, seriesNumber: 1 })
    await select.selectOption('No series')
    await press(page, 'Save Changes')
    await expect.poll(stored).toMatchObject({ seriesId: null })
    expect(errors).toEqual([expect.stringContaining('422')])
  })

  test('deletes the episode in a second step, which names what goes', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Stays' }, { title: 'Goes' })
    await setStats(ids[0]!, [5, 0, 0], [5, 0, 0], [0, 0, 0])
    await setStats(ids[1]!, [7, 2, 1], [7, 2, 1], [0, 0, 0])
    const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })
    const { id: seriesId } = (await made.json()) as { id: string }
    await creator.call('PUT', `/api/v1/series/${seriesId}/episodes`, { episodeIds: ids })
    const { page } = await visitAs(creator, `${pathOf(ids[1])}/file`)
    const step = page.getByRole('region', { name: 'Delete' })
    const opener = step.getByRole('button', { name: 'Delete Episode', exact: true })
    await opener.press('Enter')
    await step.getByRole('heading', { name: 'Delete Goes?' }).waitFor()
    expect(await step.getByRole('paragraph').textContent()).toBe(
      'Its video, 7 views, 2 likes and 1 comment will also be deleted. It is part 2 of The Vega Line, which will have 1 episode left. This cannot be undone.',
    )
    const keep = step.getByRole('button', { name: 'Keep Episode' })
    expect(await keep.evaluate((it) => it === document.activeElement)).toBe(true)
    await keep.press('Enter')
    await keep.waitFor({ state: 'detached' })
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true)
    await opener.press('Enter')
    await page.route('**/api/v1/episodes/*', (route) => route.abort(), { times: 1 })
    await step.getByRole('button', { name: 'Delete Permanently' }).click()
    expect(await alertsOf(page)).toEqual(['Error deleting episode. Please try again.'])
    await step.getByRole('button', { name: 'Delete Permanently' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await card(page, 'Stays').waitFor()
    expect(await card(page, 'Goes').count()).toBe(0)
    expect((await creator.call('GET', `/api/v1/episodes/${ids[1]}`)).status).toBe(404)
    await page.getByRole('tab', { name: 'Overview' }).click()
    expect(await stat(page, 'Total views').textContent()).toMatch(/Total views5/)
  })
})
