import { z } from 'zod'
import { feedTypes } from '#app/feeds/feed-url.ts'
import { type ApiRegistry, defaultResponse } from './router.ts'

const file = (name: string) =>
  z.object({ file: z.string().describe(`${name}, then \`.xml\` for RSS 2.0 or \`.json\` for JSON Feed 1.1`) })

const page = {
  before: z.string().optional().describe('The page after another one, as that one names it'),
}

const jsonFeed = z
  .looseObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    next_url: z.string().optional().describe('The next page; absent on the last one'),
    items: z.array(z.looseObject({ id: z.string().describe('The URL of the watch page'), title: z.string() })),
  })
  .meta({ id: 'JsonFeed', description: 'A feed in JSON Feed 1.1 (jsonfeed.org).' })

const headers = z.object({
  'if-none-match': z.string().optional().describe('The `ETag` of the document that a reader has'),
})

/** The answers of all feeds. */
const feedResponses = {
  200: {
    description: 'The newest 50 episodes, or those of another page',
    content: { [feedTypes.xml]: { schema: z.string() }, [feedTypes.json]: { schema: jsonFeed } },
  },
  304: { description: 'The reader has it already' },
  default: defaultResponse,
}

const lists = [
  {
    path: '/feeds/{file}',
    operationId: 'getFeed',
    summary: 'New episodes as a feed',
    description:
      'All that Explore lists (`new`), or what passes the same filters as there (`explore`). The episode’s file nearest to 720p is its enclosure, once it is made. Adult episodes are left out, as everywhere but on profiles.',
    params: file('`new` or `explore`'),
    query: z.object({
      ...page,
      genre: z.string().optional().describe('For `explore` only, as the following'),
      trending: z.string().optional(),
      search: z.string().optional(),
    }),
  },
  {
    path: '/feeds/creators/{file}',
    operationId: 'getCreatorFeed',
    summary: 'New episodes of a creator as a feed',
    description: '404 without an episode that Explore lists.',
    params: file('The uid of the creator'),
    query: z.object(page),
  },
  {
    path: '/feeds/series/{file}',
    operationId: 'getSeriesFeed',
    summary: 'New parts of a series as a feed',
    description: 'With their numbers. 404 without a part that Explore lists.',
    params: file('The id of the series'),
    query: z.object(page),
  },
] as const

const chapters = z
  .object({
    version: z.literal('1.2.0'),
    chapters: z.array(z.object({ startTime: z.number().describe('In seconds'), title: z.string() })),
  })
  .meta({ id: 'FeedChapters', description: 'Chapters as players of podcasts read them (podcast:chapters).' })

/** Describes the feeds, which are outside the API. */
export function describeFeeds(registry: ApiRegistry): void {
  for (const { params, query, ...list } of lists) {
    registry.registerPath({
      ...list,
      method: 'get',
      tags: ['Feeds'],
      request: { params, query, headers },
      responses: feedResponses,
    })
  }
  registry.registerPath({
    method: 'get',
    path: '/feeds/following/{file}',
    operationId: 'getFollowingFeed',
    tags: ['Feeds'],
    summary: 'New episodes of followed creators as a feed',
    description: 'At the secret address of `GET /api/v1/me/feed-key`; no cookie is read. No cache may store it.',
    request: { params: file('The key'), query: z.object(page), headers },
    responses: feedResponses,
  })
  registry.registerPath({
    method: 'get',
    path: '/feeds/chapters/{file}',
    operationId: 'getFeedChapters',
    tags: ['Feeds'],
    summary: 'The chapters of an episode, for players of podcasts',
    description: '404 for episodes that Explore does not list, and for those without chapters.',
    request: { params: z.object({ file: z.string().describe('The id of the episode, then `.json`') }), headers },
    responses: {
      200: {
        description: 'The chapters',
        content: {
          'application/json+chapters': {
            schema: chapters,
            example: { version: '1.2.0', chapters: [{ startTime: 0, title: 'The stairs' }] },
          },
        },
      },
      304: { description: 'The reader has them already' },
      default: defaultResponse,
    },
  })
}
