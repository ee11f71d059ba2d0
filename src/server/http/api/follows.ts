import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { episode } from '#app/api/episode-schemas.server.ts'
import { serializeEpisode } from '#app/api/serialize-episode.ts'
import { followingFeedUrl } from '#app/feeds/feed-url.ts'
import type { Hoshi } from '#app/http/context.ts'
import { profile, serializeProfiles } from './creators.ts'
import { forViewer, nextCursor, pageQuery } from './episodes.ts'
import { followedCreatorsExample } from './examples/community.ts'
import { episodesExample } from './examples/episodes.ts'
import { apiRouter, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

const feedKey = z.object({ url: z.string().describe('The secret URL, as RSS; `.json` at its end is the other form') })
const feedKeyExample = { url: 'https://hoshi.example/feeds/following/Zm9sbG93aW5nLWZvbGxvd2luZy1mb2xsb3dpbmctZm9.xml' }

const followState = z.object({ followers: z.number().int(), following: z.boolean() })
const newest = z.object({ episodes: z.array(episode), nextCursor })
const followedCreators = z.object({ creators: z.array(profile), nextCursor })

/** Routes for following creators, which is a set: repeating a request changes nothing. */
export function followRoutes(rooms: Hoshi) {
  const { community } = rooms
  const one = {
    path: '/creators/{uid}/follow' as const,
    request: { params: idParam('uid') },
    responses: jsonResponse(200, followState, 'The followers now', { followers: 42, following: true }),
    tags: ['Community'],
    ...signedIn,
  }

  return apiRouter()
    .openapi(
      createRoute({
        ...one,
        method: 'put',
        operationId: 'followCreator',
        summary: 'Follow a creator',
        description: 'The creator is told. Yourself is refused with 409, people without a public profile with 404.',
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await community.follow(person, c.req.valid('param').uid), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        operationId: 'unfollowCreator',
        summary: 'Stop following a creator',
        description: 'Does nothing if you do not follow them.',
        responses: jsonResponse(200, followState, 'The followers now', { followers: 41, following: false }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await community.unfollow(person, c.req.valid('param').uid), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/following',
        operationId: 'listFollowedEpisodes',
        tags: ['Community'],
        ...signedIn,
        summary: 'Newest episodes of the creators you follow',
        description: 'Newest first. Adult episodes are left out, as everywhere but on profiles.',
        request: { query: pageQuery },
        responses: jsonResponse(200, newest, 'One page', { episodes: episodesExample.episodes, nextCursor: null }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const found = await community.newestFollowed(person, c.req.valid('query'))
        const known = await forViewer(rooms, found.episodes, person)
        return c.json({ episodes: known.map(serializeEpisode), nextCursor: found.nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/followed-creators',
        operationId: 'listFollowedCreators',
        tags: ['Community'],
        ...signedIn,
        summary: 'The creators you follow',
        description: 'The one you followed last comes first.',
        request: { query: pageQuery },
        responses: jsonResponse(200, followedCreators, 'One page', followedCreatorsExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const found = await community.followedCreators(person, c.req.valid('query'))
        const profiles = await serializeProfiles(rooms, found.creators, person)
        return c.json({ creators: profiles, nextCursor: found.nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/feed-key',
        operationId: 'getFeedKey',
        tags: ['Feeds'],
        ...signedIn,
        summary: 'The address of your feed of Following',
        description:
          'Anyone who knows the address can read which creators you follow. A new address or a new password ends the old one. While the account is suspended, the address answers 404.',
        responses: jsonResponse(200, feedKey, 'The address', feedKeyExample),
      }),
      async (c) => {
        const key = await community.feedKeyOf(ensureSignedIn(c.var.account))
        return c.json({ url: rooms.publicUrl + followingFeedUrl(key, 'xml') }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/me/feed-key',
        operationId: 'renewFeedKey',
        tags: ['Feeds'],
        ...signedIn,
        summary: 'Make a new address for your feed of Following',
        description: 'The old one is 404 at once.',
        responses: jsonResponse(200, feedKey, 'The new address', feedKeyExample),
      }),
      async (c) => {
        const key = await community.renewFeedKey(ensureSignedIn(c.var.account))
        return c.json({ url: rooms.publicUrl + followingFeedUrl(key, 'xml') }, 200)
      },
    )
}
