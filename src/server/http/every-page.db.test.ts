import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { elementIn, elementsIn, parseHtml, textOf } from '#tests/support/http/html.ts'
import { createStranger, type Person } from '#tests/support/http/person.ts'
import {
  fillScreens,
  ownScreens,
  publicScreens,
  type Screen,
  type ScreenIds,
  siteScreens,
} from '#tests/support/worlds/screens.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let ids: ScreenIds

beforeAll(async () => {
  site = await createTestHoshi()
  const filled = await fillScreens(site, async (by, fields) => (await publishEpisode(site, by, fields)).id)
  creator = filled.creator
  ids = filled.ids
})

afterAll(() => site?.close())

async function read(screen: Screen, person: Pick<Person, 'call'>) {
  const response = await person.call('GET', screen.path(ids))
  const page = parseHtml(await response.text())
  const title = textOf(elementIn(elementIn(page, 'head'), 'title'))
  return { status: response.status, headers: response.headers, title, headings: elementsIn(page, 'h1').map(textOf) }
}

test.each(ownScreens)('$name: has a title and one heading for the creator who signed in', async (screen) => {
  const { status, title, headings } = await read(screen, creator)
  expect(status).toBe(200)
  expect(title).toMatch(/.+ · Hoshi$/)
  expect(headings).toEqual([expect.stringMatching(/\S/)])
})

test.each([...publicScreens, ...siteScreens])(
  '$name: has a title, one heading and its policy, and sets no cookie for strangers',
  async (screen) => {
    const { status, headers, title, headings } = await read(screen, createStranger(site.url))
    expect(status).toBe(screen.status ?? 200)
    expect(title).toMatch(/Hoshi$/)
    expect(headings).toEqual([expect.stringMatching(/\S/)])
    expect(headers.getSetCookie()).toEqual([])
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain(`frame-ancestors ${screen.framedBy ?? "'none'"}`)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('referrer-policy')).toBe(true)
    expect(headers.has('permissions-policy')).toBe(true)
  },
)
