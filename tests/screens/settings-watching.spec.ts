import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { visitSettings, waitForStatus } from '#tests/support/worlds/settings.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

describe('the sections about watching', () => {
  test('the next episode plays by itself where that was chosen, and the browser remembers it', async () => {
    const { page, open } = await visitSettings(app, 'viewer', { path: '/settings/watching' })
    const choice = page.getByRole('switch', { name: 'Autoplay next episode' })
    expect(await choice.isChecked()).toBe(false)
    await choice.check()
    await open('/settings/watching')
    await expect.poll(() => choice.isChecked()).toBe(true)
  })

  test('a person unmutes an account', async () => {
    const name = `Loud ${newId().slice(0, 12)}`
    const loud = await createPerson(app.hoshi.url, 'creator', name)
    const silent = await createPerson(app.hoshi.url, 'viewer')
    const { person, page, open } = await visitSettings(app, 'viewer', { path: '/settings/watching' })
    const section = page.getByRole('region', { name: 'Muted accounts' })
    await section.getByText('No muted accounts. To mute someone, open the menu on their timed note.').waitFor()
    for (const { account } of [loud, silent]) {
      expect((await person.call('PUT', `/api/v1/me/muted/${account.uid}`)).status).toBe(204)
    }
    await open('/settings/watching')
    const rows = section.getByRole('listitem')
    await rows.filter({ hasText: 'A viewer' }).waitFor()
    await rows.filter({ hasText: name }).getByRole('button', { name: 'Unmute' }).click()
    await waitForStatus(page, 'You can see notes from this account again.')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('A viewer')])
    await rows.getByRole('button', { name: 'Unmute' }).click()
    await section.getByText('No muted accounts. To mute someone, open the menu on their timed note.').waitFor()
  })
})
