import { expect, test } from 'vitest'
import { isPlayKind, isVisitId } from './play.ts'
import { CountedPlays, isAutomated, limitsOf } from './play-rules.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const play = {
  episodeId: 'e',
  kind: 'watch' as const,
  visitId: 'v',
  visitorHash: 'aa',
  networkHash: 'bb',
  isKnownVisitor: true,
  isOwn: false,
}

test('a person with a browser counts', () => {
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const windowless =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36'
  for (const userAgent of [firefox, phone, windowless])
    expect(isAutomated({ userAgent, isPrefetch: false })).toBe(false)
})

test('a player built on the public API counts, whichever library it uses', () => {
  for (const userAgent of ['', 'node', 'curl/8.5.0', 'python-requests/2.32.0'])
    expect(isAutomated({ userAgent, isPrefetch: false })).toBe(false)
})

test('prefetching and known bots count nothing', () => {
  expect(isAutomated({ userAgent: firefox, isPrefetch: true })).toBe(true)
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  for (const userAgent of [googlebot, 'facebookexternalhit/1.1', 'Slackbot-LinkExpanding 1.0'])
    expect(isAutomated({ userAgent, isPrefetch: false })).toBe(true)
})

test('a visit id is 1 to 64 letters, digits, dashes and underscores', () => {
  for (const id of ['a', 'A-z_09', 'x'.repeat(64)]) expect(isVisitId(id)).toBe(true)
  for (const id of ['', 'x'.repeat(65), 'a b', 'a\n', 'é', 'a\u0000', 'a.b', 'x'.repeat(1_000_000)])
    expect(isVisitId(id)).toBe(false)
})

test('a play is a watch or a preview', () => {
  expect(['watch', 'preview', 'Watch', '', 'toString'].map(isPlayKind)).toEqual([true, true, false, false, false])
})

test('a play has the limit of its network, one more without a session, and two more as a preview', () => {
  const countsOf = (change: Partial<typeof play> | { kind: 'preview' }) =>
    Object.fromEntries(limitsOf({ ...play, ...change }).map((limit) => [limit.name, limit.count]))
  expect(countsOf({})).toEqual({ network: 60 })
  expect(countsOf({ isKnownVisitor: false })).toEqual({ network: 60, network_without_session: 20 })
  expect(countsOf({ kind: 'preview' })).toEqual({ network: 60, previews_of_network: 20, previews_of_visitor: 10 })
  expect(limitsOf({ ...play, isKnownVisitor: false, kind: 'preview' }).map((limit) => limit.windowSeconds)).toEqual(
    Array(4).fill(3600),
  )
})

test('each episode, network and visitor has separate limits', () => {
  const keysOf = (change: object) =>
    limitsOf({ ...play, kind: 'preview', isKnownVisitor: false, ...change }).map((limit) => limit.key)
  const keys = keysOf({})
  expect(new Set(keys).size).toBe(4)
  expect(keysOf({ episodeId: 'f' }).filter((key) => keys.includes(key))).toEqual([])
  expect(keysOf({ networkHash: 'cc' }).filter((key) => keys.includes(key))).toHaveLength(1)
  expect(keysOf({ visitorHash: 'cc' }).filter((key) => keys.includes(key))).toHaveLength(3)
})

test('a visit never counts twice on an episode, and a watch only once per visitor session', () => {
  const counted = new CountedPlays()
  counted.add(play)
  expect(counted.has(play)).toBe(true)
  expect(counted.has({ ...play, visitId: 'w' })).toBe(true)
  expect(counted.has({ ...play, visitorHash: 'cc' })).toBe(true)
  expect(counted.has({ ...play, kind: 'preview' })).toBe(true)
  expect(counted.has({ ...play, kind: 'preview', visitId: 'w' })).toBe(false)
  expect(counted.has({ ...play, visitId: 'w', visitorHash: 'cc' })).toBe(false)
  expect(counted.has({ ...play, episodeId: 'f' })).toBe(false)
})

test('each preview of a visitor counts, and so does its watch afterwards', () => {
  const counted = new CountedPlays()
  counted.add({ ...play, kind: 'preview' })
  expect(counted.has({ ...play, kind: 'preview', visitId: 'w' })).toBe(false)
  expect(counted.has({ ...play, visitId: 'w' })).toBe(false)
  expect(counted.hasVisitor({ ...play, visitId: 'w' })).toBe(true)
  expect(counted.hasVisitor({ ...play, visitorHash: 'cc' })).toBe(false)
})
