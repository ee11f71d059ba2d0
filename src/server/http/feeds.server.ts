import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Feed } from '#app/feeds/feed.ts'
import { chaptersUrl, type FeedFormat, feedFormats, feedTypes, feedUrl, type PublicList } from '#app/feeds/feed-url.ts'
import { jsonDocument } from '#app/feeds/json-document.server.ts'
import { exploreList, type FeedPage, loadChapters, loadFeed, loadFollowingFeed } from '#app/feeds/load-feed.server.ts'
import { rssDocument } from '#app/feeds/rss-document.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { CURSOR_MAX_LENGTH } from '#catalog/episode-cursor.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { FOLLOWING_FEED_PATH } from './identify-requests.server.ts'
import type { PageCache } from './page-cache.server.ts'
import { pageCodingFor } from './page-encoding.server.ts'
import type { HttpEnv } from './request-context.ts'
import { refuseStrangeQuery } from './strange-text.ts'

/** What all paths of feeds begin with. */
export const FEEDS_PATH = '/feeds/'

interface FeedParts {
  rooms: Hoshi
  /** Without it, each document is made for its caller. */
  pageCache: PageCache | null
}

const documents: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { xml: rssDocument, json: jsonDocument }

/** An episode may be made private at any time, so that readers ask each time; pages of any site may read. */
const publicHeaders = { 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' }

/** Whoever knows the address may read: no cache stores it, and no other site or search engine is told it. */
const secretHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

/** Routes of feeds, which no cookie changes. @see docs/product.md#feeds */
export function serveFeeds(app: Hono<HttpEnv>, parts: FeedParts): void {
  const list = (c: Context<HttpEnv>, format: FeedFormat, named: PublicList) => answerFeed(parts, c, named, format)
  app.get('/feeds/:file', (c) => {
    const { name, format } = readFile(c.req.param('file'))
    if (name === 'new') return list(c, format, { kind: 'new' })
    if (name === 'explore') return list(c, format, exploreList(new URL(c.req.url).searchParams))
    throw new Refusal('request.not_found')
  })
  app.get('/feeds/creators/:file', (c) => {
    const { name, format } = readFile(c.req.param('file'))
    return list(c, format, { kind: 'creator', uid: name })
  })
  app.get('/feeds/series/:file', (c) => {
    const { name, format } = readFile(c.req.param('file'))
    return list(c, format, { kind: 'series', id: name })
  })
  app.get(FOLLOWING_FEED_PATH, (c) => {
    const { name, format } = readFile(c.req.param('file'))
    return answerFollowing(parts, c, name, format)
  })
  app.get('/feeds/chapters/:file', (c) => {
    const { name, format } = readFile(c.req.param('file'))
    if (format !== 'json') throw new Refusal('request.not_found')
    return answerChapters(parts, c, name)
  })
}

/** The name and the form in the last part of a path. @throws Refusal request.not_found */
function readFile(file: string): { name: string; format: FeedFormat } {
  const at = file.lastIndexOf('.')
  const name = file.slice(0, at)
  const format = feedFormats.find((each) => each === file.slice(at + 1))
  if (at < 0 || !format || !isPossibleId(name)) throw new Refusal('request.not_found')
  return { name, format }
}

async function answerFeed(
  { rooms, pageCache }: FeedParts,
  c: Context<HttpEnv>,
  list: PublicList,
  format: FeedFormat,
): Promise<Response> {
  const page = readPage(c, format)
  const from = { ip: c.var.ip, signal: c.req.raw.signal }
  const make = async () =>
    documentResponse(documents[format](await loadFeed(rooms, list, page, from)), feedTypes[format], publicHeaders)
  // A search is counted for each caller, and further pages are seldom asked for twice in a second.
  const isSearch = list.kind === 'explore' && list.filters.search !== ''
  const cache = isSearch || page.before !== null ? null : pageCache
  return await answer(c, cache, feedUrl(list, format), make)
}

/** @throws Refusal request.not_found for an address that is nobody's, any more or now */
async function answerFollowing(
  { rooms }: FeedParts,
  c: Context<HttpEnv>,
  key: string,
  format: FeedFormat,
): Promise<Response> {
  const page = readPage(c, format)
  const account = await rooms.community.accountOfFeed(key)
  if (!account) throw new Refusal('request.not_found')
  const feed = await loadFollowingFeed(rooms, account, key, page)
  return await answer(c, null, '', async () =>
    documentResponse(documents[format](feed), feedTypes[format], secretHeaders),
  )
}

async function answerChapters({ rooms, pageCache }: FeedParts, c: Context<HttpEnv>, id: string): Promise<Response> {
  return await answer(c, pageCache, chaptersUrl(id), async () => {
    const chapters = await loadChapters(rooms, id)
    const document = {
      version: '1.2.0',
      chapters: chapters.map(({ startSeconds, title }) => ({ startTime: startSeconds, title: title.toWellFormed() })),
    }
    return documentResponse(JSON.stringify(document), 'application/json+chapters', publicHeaders)
  })
}

/** @throws Refusal request.invalid, catalog.cursor_invalid */
function readPage(c: Context<HttpEnv>, format: FeedFormat): FeedPage {
  refuseStrangeQuery(c.req.url)
  const before = c.req.query('before') || null
  if (before !== null && before.length > CURSOR_MAX_LENGTH) throw new Refusal('catalog.cursor_invalid')
  return { format, before }
}

/** The tag is weak, as all content codings share it. */
function documentResponse(document: string, type: string, headers: Record<string, string>): Response {
  const tag = createHash('sha256').update(document).digest('base64url').slice(0, 22)
  return new Response(document, {
    headers: { ...headers, 'Content-Type': `${type}; charset=utf-8`, ETag: `W/"${tag}"` },
  })
}

/** Answers from memory where there is a cache, and without a body to readers who have the document already. */
async function answer(
  c: Context<HttpEnv>,
  cache: PageCache | null,
  path: string,
  make: () => Promise<Response>,
): Promise<Response> {
  const coding = pageCodingFor(c.req.header('accept-encoding') ?? null)
  // The space keeps it apart from the keys of pages, which begin with a host.
  const response = cache ? await cache.answer(` ${path}`, coding, make) : await make()
  const { headers } = response
  if (!isKnown(c.req.header('if-none-match'), headers.get('ETag'))) return response
  await response.body?.cancel()
  for (const name of ['Content-Type', 'Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(null, { status: 304, headers })
}

/** Whether a reader has the document with this tag. */
function isKnown(ifNoneMatch: string | undefined, tag: string | null): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch !== undefined && tag !== null
    ? ifNoneMatch.split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(tag))
    : false
}
