import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { errorsUnder, field, press, visitSettings, waitForStatus } from '#tests/support/worlds/settings.ts'

const run = promisify(execFile)
const app = setUpApp(async () => ({ worksJobs: true }))
let avatarFile: string

beforeAll(async () => {
  avatarFile = join(app.clipsDir, 'face.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x200', '-frames:v', '1', avatarFile])
})

async function profileOf({ account }: Person) {
  return (await createStranger(app.hoshi.url).call('GET', `/api/v1/creators/${account.uid}`)).json()
}

describe('the profile', () => {
  test('is filled in, saved, and public immediately', async () => {
    const { person, page, errors } = await visitSettings(app, 'creator', { name: 'Mika' })
    expect(await field(page, 'Username').inputValue()).toBe('Mika')
    await field(page, 'Bio').fill('I draw trains.')
    await field(page, 'Patreon URL').fill('https://example.com/mika')
    await press(page, 'Save Profile')
    await waitForStatus(page, 'Your profile has been saved.')
    expect(await field(page, 'Bio').inputValue()).toBe('I draw trains.')
    expect(await profileOf(person)).toMatchObject({ bio: 'I draw trains.', patreonUrl: 'https://example.com/mika' })

    await field(page, 'Bio').fill('I draw boats.')
    await page.evaluate(() => {
      location.hash = '#support'
    })
    await press(page, 'Save Profile')
    await expect.poll(() => profileOf(person)).toMatchObject({ bio: 'I draw boats.' })
    expect(errors).toEqual([])
  })

  test.each([
    ['Username', 'x'.repeat(41), 'The username must be plain text, 40 characters or fewer.'],
    ['Bio', 'x'.repeat(1001), 'The bio must be plain text, 1,000 characters or fewer.'],
    ['Patreon URL', 'nothing', 'The Patreon URL must be a valid link that starts with http:// or https://.'],
    ['Username', 'TAKEN  settings', 'This username is already taken.'],
  ])('a wrong %s is refused under its field, once, and all input stays', async (label, value, sentence) => {
    await createPerson(app.hoshi.url, 'creator', 'Taken Settings').catch(() => {})
    const { page } = await visitSettings(app, 'creator')
    await field(page, 'Bio').fill('Kept.')
    await field(page, label).fill(value)
    await press(page, 'Save Profile')
    expect(await alertsOf(page)).toEqual([sentence])
    expect(await errorsUnder(page, label)).toEqual([sentence])
    expect(await field(page, label).inputValue()).toBe(value)
    expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'Bio').inputValue()).toBe(label === 'Bio' ? value : 'Kept.')
  })

  test('keeps the input when the session has ended', async () => {
    const { page, context } = await visitSettings(app, 'creator')
    await field(page, 'Bio').fill('Kept.')
    await context.clearCookies()
    await press(page, 'Save Profile')
    expect(await alertsOf(page)).toEqual(['You must be logged in.'])
    expect(await field(page, 'Bio').inputValue()).toBe('Kept.')
  })
})

describe('the sections about a profile', () => {
  test('an avatar is set, shown and removed; anything else is refused under the field', async () => {
    const { person, page, open } = await visitSettings(app, 'creator')
    const choose = async (name: string, buffer: Buffer) => {
      await field(page, 'Picture').setInputFiles({ name, mimeType: 'image/png', buffer })
      await press(page, 'Save Picture')
    }
    await press(page, 'Save Picture')
    expect(await alertsOf(page)).toEqual(['Please choose an image.'])
    await choose('large.png', Buffer.alloc(6 * 1024 ** 2))
    await page.getByText('The image is larger than 5 MB. Please choose a smaller one.').waitFor()
    await choose('face.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await page.getByText('The image must be a JPEG, PNG, WebP or GIF file.').waitFor()
    expect(await errorsUnder(page, 'Picture')).toEqual(['The image must be a JPEG, PNG, WebP or GIF file.'])
    await choose('face.png', await readFile(avatarFile))
    await waitForStatus(page, 'Your picture has been saved.')
    const { avatarUrl } = (await profileOf(person)) as { avatarUrl: string }
    await open(`/creator/${person.account.uid}`)
    expect(await page.locator(`img[src="${avatarUrl}"]`).first().isVisible()).toBe(true)
    await open('/settings')
    await press(page, 'Remove Picture')
    await waitForStatus(page, 'Your picture has been removed.')
    expect(await profileOf(person)).toMatchObject({ avatarUrl: '' })
  })

  test('a creator lifts a block', async () => {
    const blocked = await createPerson(app.hoshi.url, 'creator', `Loud ${newId().slice(0, 12)}`)
    const { person, page, open } = await visitSettings(app, 'creator')
    const section = page.getByRole('region', { name: 'Blocked from commenting' })
    await section.getByText('No blocked accounts. To block someone, open the menu on their comment.').waitFor()
    const { id } = await publishEpisode(app.hoshi, person)
    const comment = (text: string) => blocked.call('POST', `/api/v1/episodes/${id}/comments`, { text })
    expect((await comment('FIRST!!')).status).toBe(201)
    expect((await person.call('PUT', `/api/v1/creators/${blocked.account.uid}/block`)).status).toBe(204)
    expect((await comment('Again')).status).toBe(403)
    await open('/settings')
    await section.getByRole('listitem').filter({ hasText: 'FIRST!!' }).getByRole('button', { name: 'Unblock' }).click()
    await waitForStatus(page, 'This account can comment on your episodes again.')
    expect(await section.getByRole('listitem').count()).toBe(0)
    expect((await comment('Back, and calmer')).status).toBe(201)
  })

  test('a viewer becomes a creator and may upload immediately', async () => {
    const { person, page, open } = await visitSettings(app, 'viewer')
    await field(page, 'Bio').fill('Kept.')
    await field(page, 'Patreon URL').fill('nothing')
    await press(page, 'Become a Creator')
    expect(await alertsOf(page)).toHaveLength(1)
    expect(await field(page, 'Bio').inputValue()).toBe('Kept.')
    await field(page, 'Patreon URL').fill('https://example.com')
    await press(page, 'Become a Creator')
    await waitForStatus(page, 'You are a creator now. Your profile is public.')
    expect(await page.getByRole('button', { name: 'Become a Creator' }).count()).toBe(0)
    expect(await profileOf(person)).toMatchObject({ bio: 'Kept.', patreonUrl: 'https://example.com/' })
    await open('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard' }).waitFor()
    expect((await person.call('POST', '/api/v1/videos', { name: 'a.mp4', sizeBytes: 9 })).status).toBe(201)
  })
})
