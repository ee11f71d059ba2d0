import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { openPlainBrowser } from '#tests/support/http/plain-browser.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const run = promisify(execFile)
let site: TestHoshi
let png: Buffer

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  const path = join(site.dataDir, 'face.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x200', '-frames:v', '1', path])
  png = await readFile(path)
})

afterAll(() => site?.close())

const put = (person: Pick<Person, 'call'>, bytes: Uint8Array, type = 'image/png') =>
  person.call('PUT', '/api/v1/creators/me/avatar', bytes, { 'Content-Type': type })
const filesOf = (uid: string) => readdir(join(site.dataDir, 'files/avatars', uid)).catch(() => [])

async function set(person: Person): Promise<string> {
  const response = await put(person, png)
  expect(response.status).toBe(200)
  return ((await response.json()) as { avatarUrl: string }).avatarUrl
}

describe('an avatar', () => {
  test('is re-encoded, shown on the profile and cached as immutable', async () => {
    const creator = await createPerson(site.url, 'creator')
    const url = await set(creator)
    expect(url).toMatch(new RegExp(`^/avatars/${creator.account.uid}/[0-9a-z]{26}\\.webp$`))
    const profile = await createStranger(site.url).call('GET', `/api/v1/creators/${creator.account.uid}`)
    expect(await profile.json()).toMatchObject({ avatarUrl: url })
    const avatar = await createStranger(site.url).call('GET', url)
    expect(Object.fromEntries(avatar.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const bytes = Buffer.from(await avatar.arrayBuffer())
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('is deleted when it is replaced or removed, and with its account', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { uid } = creator.account
    const first = await set(creator)
    const second = await set(creator)
    await vi.waitFor(async () => expect(await filesOf(uid)).toEqual([second.split('/').at(-1)]), {
      timeout: MAX_WAIT_MS,
    })
    expect((await creator.call('GET', first)).status).toBe(404)
    expect((await creator.call('DELETE', '/api/v1/creators/me/avatar')).status).toBe(204)
    await vi.waitFor(async () => expect(await filesOf(uid)).toEqual([]), { timeout: MAX_WAIT_MS })
    expect((await creator.call('GET', second)).status).toBe(404)
    await set(creator)
    expect((await creator.call('DELETE', '/api/v1/me', { password: creator.password, now: true })).status).toBe(202)
    await vi.waitFor(async () => expect(await filesOf(uid)).toEqual([]), { timeout: MAX_WAIT_MS })
  })

  test('is refused when it is not an image, when it is too large, and when it comes from a viewer', async () => {
    const creator = await createPerson(site.url, 'creator')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const responses: [Response, number, string][] = [
      [await put(creator, svg), 415, 'creators.avatar_no_picture'],
      [await put(creator, svg, 'image/svg+xml'), 415, 'request.wrong_type'],
      [await put(creator, png, 'application/json'), 415, 'request.wrong_type'],
      [await put(creator, new Uint8Array()), 422, 'creators.avatar_missing'],
      [await put(creator, png.subarray(0, 60)), 422, 'creators.avatar_unreadable'],
      [await put(creator, new Uint8Array(5 * 1024 ** 2 + 1)), 413, 'request.too_large'],
      [await put(await createPerson(site.url, 'viewer'), png), 403, 'creators.creators_only'],
    ]
    for (const [response, status, code] of responses) expect(await response.json()).toMatchObject({ status, code })
    expect(await filesOf(creator.account.uid)).toEqual([])
  })

  test('is saved and removed by the form in Settings without scripts', async () => {
    const creator = await createPerson(site.url, 'creator')
    const browser = openPlainBrowser(site.url)
    await browser.logInAs(creator)
    const settings = await browser.open('/settings')
    settings.field('Picture').attach(new File([new Uint8Array(png)], 'face.png', { type: 'image/png' }))
    const saved = await settings.press('Save Picture')
    expect(saved.statuses()).toEqual(['Your picture has been saved.'])
    const profile = `/creator/${creator.account.uid}`
    const readUrl = async () => {
      const response = await createStranger(site.url).call('GET', `/api/v1/creators/${creator.account.uid}`)
      return ((await response.json()) as { avatarUrl: string }).avatarUrl
    }
    const url = await readUrl()
    expect((await browser.open(profile)).html).toContain(`<img src="${url}"`)
    const removed = await saved.press('Remove Picture')
    expect(removed.statuses()).toEqual(['Your picture has been removed.'])
    expect(await readUrl()).toBe('')
  })

  test('has no other address than its own', async () => {
    const creator = await createPerson(site.url, 'creator')
    const url = await set(creator)
    const { uid } = creator.account
    for (const path of ['/avatars', '/avatars/', `/avatars/${uid}`, `${url}/`, url.replace('avatars/', 'avatars%2F')]) {
      expect((await creator.call('GET', path)).status, path).toBe(404)
    }
    expect((await creator.call('POST', url)).status).toBe(405)
  })
})
