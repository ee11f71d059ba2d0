import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { operationsOf, readDescription } from '#tests/support/http/api-description.ts'
import type { Person } from '#tests/support/http/person.ts'
import {
  anchorGenre,
  createVisibilityWorld,
  genreOf,
  type Reach,
  type StatedEpisode,
  type ViewerName,
  type VisibilityWorld,
  viewers,
} from '#tests/support/worlds/visibility-world.server.ts'

// Every place where an episode can appear, for every state of it and every viewer.

let world: VisibilityWorld

beforeAll(async () => {
  world = await createVisibilityWorld()
})

afterAll(() => world?.close())

/** The episodes of which each viewer finds something. */
type Found = Record<ViewerName, Reach[]>

const listed: Reach[] = ['everyone']
const onProfile: Reach[] = [...listed, 'profile']
const open: Reach[] = [...onProfile, 'link']
const all: Reach[] = [...open, 'owner']
const every: Reach[] = [...all, 'nobody']

const forAll = (reaches: Reach[], owner = reaches): Found => ({
  stranger: reaches,
  viewer: reaches,
  other: reaches,
  owner,
})
/** A list of one's own, empty without an account. */
const forSignedIn = (reaches: Reach[], owner: Reach[]): Found => ({ ...forAll(reaches, owner), stranger: [] })
const onlyOwner = forAll([], all)
const onlyOther: Found = { ...forAll([]), other: open }

/** A list, by the operation or screen that answers it. Its path names parts of the world in braces. */
type List = [of: string, path: string, found: Found]

const api = (path: string) => `/api/v1${path}`
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const range = `from=${dayOf(Date.now() - 2 * 86_400_000)}&to=${dayOf(Date.now())}`

const pages: List[] = [
  ['/', '/', forAll(listed)],
  ['explore', '/explore', forAll(listed)],
  ['explore', '/explore?search=lantern', forAll(listed)],
  ['explore', '/explore?trending=true', forAll(listed)],
  ...Object.values(genreOf).map(
    (genre): List => ['explore', `/explore?genre=${genre}`, forAll(genre === genreOf.everyone ? listed : [])],
  ),
  ['sitemap.xml', '/sitemap.xml', forAll(listed)],
  ['creator/:creatorId', '/creator/{owner}', forAll(onProfile, all)],
  ['creator/:creatorId', '/creator/{other}', forAll(onProfile)],
  ['creator/:creatorId', '/creator/{gone}', forAll([])],
  ['watch/:episodeId', '/watch/{alone}', forAll(listed)],
  ['watch/:episodeId', '/watch/{inSeries}', forAll(onProfile)],
  ['series/:seriesId', '/series/{series}', forAll(onProfile, all)],
  ['series/:seriesId', '/series/{goneSeries}', forAll([])],
  ['series/:seriesId/edit', '/series/{series}/edit', onlyOwner],
  ['following', '/following', forSignedIn(listed, [])],
  ['notifications', '/notifications', { ...forSignedIn(open, open), other: listed }],
  ...['', '?part=continue', '?part=later', '?part=liked', '?part=history', '?part=history&search=lantern'].map(
    (query): List => ['library', `/library${query}`, forSignedIn(open, all)],
  ),
  ...['', '?tab=content', '?tab=analytics'].map((query): List => ['dashboard', `/dashboard${query}`, onlyOwner]),
  ['dashboard/credits', '/dashboard/credits', onlyOther],
]

const answers: List[] = [
  ...['', '?search=lantern', '?trending=true'].map(
    (query): List => ['GET /api/v1/episodes', api(`/episodes${query}`), forAll(listed)],
  ),
  ['GET /api/v1/episodes/{id}/next', api('/episodes/{alone}/next'), forAll(listed)],
  ['GET /api/v1/episodes/{id}/next', api('/episodes/{inSeries}/next'), forAll(listed)],
  ['GET /api/v1/creators/{uid}', api('/creators/{owner}'), forAll([])],
  // The picture of a series without its own.
  ['GET /api/v1/creators/{uid}/series', api('/creators/{owner}/series'), forAll(listed)],
  ['GET /api/v1/creators/{uid}/series', api('/creators/{gone}/series'), forAll([])],
  ['GET /api/v1/series/{id}', api('/series/{series}'), forAll(onProfile, all)],
  ['GET /api/v1/series/{id}', api('/series/{goneSeries}'), forAll([])],
  ['GET /api/v1/me/following', api('/me/following'), forSignedIn(listed, [])],
  ['GET /api/v1/me/followed-creators', api('/me/followed-creators'), forAll([])],
  ['GET /api/v1/me/continue', api('/me/continue'), forSignedIn(open, all)],
  ['GET /api/v1/me/history', api('/me/history'), forSignedIn(open, all)],
  ['GET /api/v1/me/history', api('/me/history?search=lantern'), forSignedIn(open, all)],
  ['GET /api/v1/me/watch-later', api('/me/watch-later'), forSignedIn(open, all)],
  ['GET /api/v1/me/likes', api('/me/likes'), forSignedIn(open, all)],
  ['GET /api/v1/me/notifications', api('/me/notifications?limit=60'), { ...forSignedIn(open, open), other: listed }],
  ['GET /api/v1/me/episodes', api('/me/episodes'), onlyOwner],
  ...['/feeds/new.xml', '/feeds/explore.json', '/feeds/explore.xml?search=lantern'].map(
    (path): List => ['GET /feeds/{file}', path, forAll(listed)],
  ),
  ['GET /feeds/creators/{file}', '/feeds/creators/{owner}.json', forAll(listed)],
  ['GET /feeds/creators/{file}', '/feeds/creators/{gone}.xml', forAll([])],
  ['GET /feeds/series/{file}', '/feeds/series/{series}.xml', forAll(listed)],
  ['GET /feeds/series/{file}', '/feeds/series/{goneSeries}.json', forAll([])],
  ['GET /api/v1/me/analytics', api(`/me/analytics?${range}`), onlyOwner],
  ['GET /api/v1/me/analytics.csv', api(`/me/analytics.csv?${range}`), onlyOwner],
  ['GET /api/v1/me/credits', api('/me/credits'), onlyOther],
]

/** The states of episodes that each viewer finds at addresses, each of which has an episode of its own. */
type Address = [of: string, paths: (episode: StatedEpisode) => string[], found: Found]

const addresses: Address[] = [
  ['watch/:episodeId', ({ id }) => [`/watch/${id}`, `/watch/${id}.data`], forAll(open, all)],
  // Without cookies, in pages of other sites: even its creator is a stranger.
  ['embed/:episodeId', ({ id }) => [`/embed/${id}`, `/embed/${id}.data`], forAll(open)],
  [':videoId/iframe', ({ video }) => [`/${video.uid}/iframe`], forAll(open)],
  ['report', ({ id }) => [`/report?kind=episode&id=${id}`], forAll(open, all)],
  [
    'dashboard/episodes/:episodeId/:tab?',
    ({ id }) => ['', '/file'].map((end) => `/dashboard/episodes/${id}${end}`),
    onlyOwner,
  ],
  ['dashboard/credits/:episodeId', ({ id }) => [`/dashboard/credits/${id}`], onlyOwner],
  ['subtitles/:episodeId', ({ id }) => [`/subtitles/${id}`], onlyOwner],
  ['dashboard/flashes/:episodeId', ({ id }) => [`/dashboard/flashes/${id}`], onlyOwner],
  ['GET /api/v1/episodes/{id}', ({ id }) => [api(`/episodes/${id}`)], forAll(open, all)],
  ['GET /api/v1/episodes/{id}/comments', ({ id }) => [api(`/episodes/${id}/comments`)], forAll(open, all)],
  ['GET /api/v1/episodes/{id}/subtitles', ({ id }) => [api(`/episodes/${id}/subtitles`)], forAll(open, all)],
  ['GET /api/v1/episodes/{id}/lines', ({ id }) => [api(`/episodes/${id}/lines`)], forAll(open, all)],
  ['GET /api/v1/episodes/{id}/notes', ({ id }) => [api(`/episodes/${id}/notes`)], forAll(open, all)],
  ['GET /api/v1/comments/{id}/replies', (each) => [api(`/comments/${each.commentId}/replies`)], forAll(open, all)],
  ['GET /api/v1/episodes/{id}/next', ({ id }) => [api(`/episodes/${id}/next`)], forAll(open, all)],
  ['GET /api/v1/videos/{uid}', ({ video }) => [api(`/videos/${video.uid}`)], onlyOwner],
  ['GET /api/v1/me/analytics', ({ id }) => [api(`/me/analytics?${range}&episodeId=${id}`)], onlyOwner],
  ['GET /api/v1/me/analytics.csv', ({ id }) => [api(`/me/analytics.csv?${range}&episodeId=${id}`)], onlyOwner],
  ['media', ({ video }) => Object.values(video.media), forAll(open, all)],
]

/** Operations and screens that name no episode, and those that another test covers. */
const others = [
  // Streams: engagement/live-events.db.test.ts, community/notifications.db.test.ts, api/analytics.db.test.ts.
  ...['GET /api/v1/me/episodes/live', 'GET /api/v1/me/notifications/live', 'GET /api/v1/me/analytics/live'],
  // As the video itself, adult ones after a choice: api/frame-analysis.db.test.ts.
  ...['flashes', 'exposure-sheet', 'frame-times', 'changes'].map((of) => `GET /api/v1/videos/{uid}/${of}`),
  // As the episode itself, drafts for who wrote them: subtitles/subtitles.db.test.ts.
  ...['GET /api/v1/subtitles/{id}', 'GET /api/v1/subtitles/{id}/versions'],
  // Own files: api/videos.db.test.ts, api/originals.video.test.ts.
  ...['GET /api/v1/videos/like', 'GET /api/v1/videos/{uid}/original'],
  // For who has the operator's token: api/compatible/.
  ...['GET /client/v4/accounts/{account}/stream', 'GET /client/v4/accounts/{account}/stream/{uid}'],
  ...['GET /api/v1/me/notification-settings', 'GET /api/auth/get-session', 'GET /healthz', 'GET /readyz'],
  ...[
    'GET /api/openapi.json',
    'login',
    'signup',
    'forgot-password',
    'reset-password',
    'verify-email',
    'series/new',
    'unsubscribe',
  ],
  ...[
    'settings',
    'settings/profile',
    'settings/watching',
    'settings/notifications',
    'settings/security',
    'settings/data',
    'settings/import',
    'settings/reports',
    'upload',
    'faq',
    '*',
    'terms',
    'rules',
    'transparency',
    'privacy',
    'about',
    'contact',
    'robots.txt',
    'ai.txt',
    'logout',
    'announcement',
  ],
  ...['creator/:creatorId/follow', 'series/:seriesId/picture', 'GET /api/v1/rules', 'GET /api/v1/me/reports'],
  'GET /api/v1/me/import',
  // About accounts only: http/suspension.db.test.ts and tests/admin-roles.db.test.ts.
  ...[
    'admin',
    'admin/accounts',
    'admin/audit',
    'first-admin',
    'login/code',
    'login/provider',
    'sign-in-again',
    'confirm-email',
  ],
  ...['GET /api/v1/admin/accounts', 'GET /api/v1/admin/audit', 'GET /api/v1/me/sessions'],
  // By a secret address: http/following-feed.db.test.ts.
  ...['GET /feeds/following/{file}', 'GET /api/v1/me/feed-key'],
  ...['admin/settings', 'GET /api/v1/admin/settings', 'GET /api/v1/admin/invitations'],
  ...['admin/words', 'GET /api/v1/admin/words'],
  // One page at a time: http/link-cards.db.test.ts.
  'cards/:kind/:id/:file',
  // One episode at a time: http/oembed.db.test.ts and http/feeds.db.test.ts.
  ...['GET /oembed', 'GET /feeds/chapters/{file}'],
  'GET /api/auth/verify-email',
  'GET /api/auth/passkey/generate-register-options',
  'GET /api/auth/passkey/generate-authenticate-options',
  'GET /api/auth/passkey/list-user-passkeys',
  // The subjects of jobs, for admins: src/administration/failed-jobs.db.test.ts and tests/admin-roles.db.test.ts.
  ...['GET /api/v1/admin/jobs', 'GET /api/v1/admin/overview', 'admin/jobs'],
  // Names of files, for admins: src/app/console/integrity.db.test.ts.
  'admin/integrity',
  // The titles of episodes at the time of the decision, for their creators.
  ...['settings/decisions', 'GET /api/v1/me/decisions'],
  // For moderators only: src/moderation/queue.db.test.ts and tests/screens/admin-episodes.spec.ts.
  'admin/episodes',
  ...['GET /api/v1/moderation/queue', 'GET /api/v1/moderation/items/{id}', 'admin/queue'],
  'GET /api/v1/moderation/items/{id}/frames/{number}',
]

const statesAmong = (reaches: Reach[]) =>
  world.episodes.filter(({ reach }) => reaches.includes(reach)).map(({ state }) => state)

const expectedOf = (found: Found) => Object.fromEntries(viewers.map((who) => [who, statesAmong(found[who])]))

/** The states whose media each viewer gets: those of an adult episode only as its creator, without a choice. */
const mediaOf = (found: Found) =>
  Object.fromEntries(
    viewers.map((who) => {
      const states = statesAmong(found[who])
      return [who, who === 'owner' ? states : states.filter((state) => !state.includes('nsfw'))]
    }),
  )

function pathOf(template: string): string {
  const { ownerUid, otherUid, seriesId, anchors, gone } = world
  const ofGone = { gone: gone.uid, goneSeries: gone.seriesId }
  const known: Record<string, string> = { ...anchors, ...ofGone, owner: ownerUid, other: otherUid, series: seriesId }
  return template.replace(/\{(\w+)\}/g, (_, name: string) => known[name]!)
}

/** For each viewer, the states of the episodes that pass. */
async function foundBy(passes: (person: Pick<Person, 'call'>, episode: StatedEpisode) => Promise<boolean>) {
  const found = viewers.map(async (who) => {
    const passing = await Promise.all(world.episodes.map((episode) => passes(world.people[who], episode)))
    return [who, world.episodes.filter((_, at) => passing[at]).map(({ state }) => state)]
  })
  return Object.fromEntries(await Promise.all(found)) as Record<ViewerName, string[]>
}

const read = async (person: Pick<Person, 'call'>, path: string) => (await person.call('GET', path)).text()

const names = (text: string, { id, title, video }: StatedEpisode) =>
  [id, title, video.uid].some((name) => text.includes(name))

/** The path at which scripts fetch the data of a page. */
function dataOf(path: string): string {
  const [page = '', query] = path.split('?')
  return `${page === '/' ? '/_' : page}.data${query === undefined ? '' : `?${query}`}`
}

test.each([...pages, ...answers])(
  '%s at %s: each viewer finds what the state of an episode allows',
  async (of, template, found) => {
    const path = pathOf(template)
    const paths = of.startsWith('GET ') || of === 'sitemap.xml' ? [path] : [path, dataOf(path)]
    for (const each of paths) {
      const texts = new Map(viewers.map((who) => [world.people[who], read(world.people[who], each)]))
      const now = await foundBy(async (person, episode) => names(await texts.get(person)!, episode))
      expect(now, each).toEqual(expectedOf(found))
    }
  },
)

test.each(addresses)('%s: an episode answers who may find it, and is absent for others', async (of, pathsOf, found) => {
  const told: string[] = []
  const kinds = pathsOf(world.episodes[0]!)
  const findings = kinds.map((_, at) =>
    foundBy(async (person, episode) => {
      const path = pathsOf(episode)[at]!
      const response = await person.call('GET', path)
      const text = await response.text()
      if (!response.ok && text.includes(episode.title)) told.push(path)
      return response.ok
    }),
  )
  expect(kinds).not.toEqual([])
  expect(await Promise.all(findings)).toEqual(kinds.map(() => (of === 'media' ? mediaOf : expectedOf)(found)))
  expect(told).toEqual([])
})

describe('numbers', () => {
  const countOf = (reaches: Reach[]) => statesAmong(reaches).length
  const anchors = 2
  const json = async (who: ViewerName, path: string) =>
    JSON.parse(await read(world.people[who], api(path))) as Record<string, number>

  test.each(viewers)('of a profile are those of its public episodes, for %s', async (who) => {
    const counted = world.episodes.filter(({ reach }) => onProfile.includes(reach))
    expect(await json(who, `/creators/${world.ownerUid}`)).toMatchObject({
      episodeCount: countOf(onProfile) + anchors,
      totalViews: counted.reduce((sum, { views }) => sum + views, 0),
      genres: [anchorGenre, genreOf.profile, genreOf.everyone],
    })
  })

  test.each(viewers)('of lists are those of what they show, for %s', async (who) => {
    const seen = who === 'owner' ? countOf(all) : countOf(onProfile)
    const totals: Record<string, number> = {
      // The adult part of the series is in none.
      '/episodes': countOf(listed) + 1,
      '/episodes?search=lantern': countOf(listed),
      '/episodes?trending=true': countOf(listed),
    }
    for (const [path, total] of Object.entries(totals)) expect(await json(who, path), path).toMatchObject({ total })
    expect(await json(who, `/series/${world.seriesId}`)).toMatchObject({ episodeCount: seen + 1 })
    expect(await json(who, `/creators/${world.ownerUid}/series`)).toMatchObject({
      series: [{ episodeCount: seen + 1 }],
    })
  })

  test.each(['viewer', 'other', 'owner'] as const)('of own lists are those of what they show, for %s', async (who) => {
    const total = who === 'owner' ? countOf(all) : countOf(open)
    for (const list of ['continue', 'history', 'watch-later', 'likes'])
      expect(await json(who, `/me/${list}`), list).toMatchObject({ total })
  })

  test.each([
    // New episodes that everyone can find, and replies where the address works.
    ['viewer', () => countOf(listed) + 1 + countOf(open)],
    ['other', () => countOf(listed) + 1],
    // A comment and the first like of each, and the two followers.
    ['owner', () => 2 * countOf(open) + 1],
  ] as const)('on the bell of %s are those of what it shows', async (who, expected) => {
    const unread = expected()
    expect(await json(who, '/me/notifications?limit=60')).toMatchObject({
      unread,
      notifications: Array.from({ length: unread }, () => expect.anything()),
    })
  })
})

test('an export has the ids of what its owner did, and words of own episodes only', async () => {
  const texts = new Map(viewers.map((who) => [world.people[who], read(world.people[who], api('/me/export'))]))
  const withIds = await foundBy(async (person, { id }) => (await texts.get(person)!).includes(id))
  expect(withIds).toEqual(expectedOf(forSignedIn(every, every)))
  const withWords = await foundBy(async (person, { title, video }) => {
    const text = await texts.get(person)!
    return text.includes(title) || text.includes(video.uid)
  })
  expect(withWords).toEqual(expectedOf(onlyOwner))
})

test('an episode takes plays, likes, positions and places in lists only from those who may find it', async () => {
  const writes = ({ id, commentId }: StatedEpisode): [method: string, path: string, body?: object][] => [
    ['POST', `/episodes/${id}/views`, { kind: 'watch', visitId: 'again' }],
    ['PUT', `/episodes/${id}/like`],
    ['PUT', `/episodes/${id}/progress`, { positionSeconds: 1 }],
    ['PUT', `/me/watch-later/${id}`],
    ['PUT', `/comments/${commentId}/like`],
  ]
  for (const at of writes(world.episodes[0]!).keys()) {
    const now = await foundBy(async (person, episode) => {
      const [method, path, body] = writes(episode)[at]!
      return (await person.call(method, api(path), body)).ok
    })
    expect(now).toEqual(expectedOf(at === 0 ? forAll(open, all) : forSignedIn(open, all)))
  }
})

test('every operation and every screen is in this matrix, or named as one without episodes', async () => {
  const flat = (entries: RouteConfigEntry[], parent = ''): string[] =>
    entries.flatMap(({ path, index, children = [] }) => {
      const whole = [parent, path].filter(Boolean).join('/')
      return [...(index || path !== undefined ? [whole || '/'] : []), ...flat(children, whole)]
    })
  const described = operationsOf(await readDescription(world.site.url))
  const existing = [...described.filter(({ method }) => method === 'GET').map(({ name }) => name), ...flat(routes)]
  const named = [...[...pages, ...answers, ...addresses].map(([of]) => of), 'GET /api/v1/me/export', ...others]
  expect([...new Set(named)].sort()).toEqual([...new Set(existing), 'media'].sort())
})
