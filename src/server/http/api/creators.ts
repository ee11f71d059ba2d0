import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { avatarTypes } from '#creators/avatar.ts'
import type { Creator } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import { Refusal } from '#platform/refusal.ts'
import { profileExample } from './examples.ts'
import {
  answers,
  apiRouter,
  bytesOf,
  emptyAnswer,
  idParam,
  jsonBody,
  moment,
  requireAccount,
  signedIn,
} from './router.ts'

/** What creators say of themselves. */
export const profileFields = z.strictObject({
  username: z.string().optional(),
  bio: z.string().optional(),
  patreonUrl: z.string().optional(),
})

export const profile = z
  .object({
    uid: z.string(),
    username: z.string(),
    bio: z.string(),
    avatarUrl: z.string(),
    patreonUrl: z.string(),
    joinedAt: moment,
    founderBadge: z.boolean(),
    episodeCount: z.number().int(),
    totalViews: z.number().int(),
    genres: z.array(z.string()),
  })
  .meta({ id: 'Creator' })

/** A profile with its numbers. */
export async function profileOf({ catalog, engagement }: Pick<Hoshi, 'catalog' | 'engagement'>, creator: Creator) {
  const [facts, ids] = await Promise.all([catalog.factsOf(creator.uid), catalog.visibleIdsOf(creator.uid)])
  const totalViews = await engagement.totalViews(ids)
  return { ...creator, joinedAt: creator.joinedAt.toISOString(), ...facts, totalViews }
}

/** Public profiles, and what a creator does to the own one. */
export function creatorRoutes(rooms: Pick<Hoshi, 'creators' | 'avatars' | 'arriving' | 'catalog' | 'engagement'>) {
  const { creators, avatars, arriving } = rooms
  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/creators/{uid}',
        operationId: 'getCreator',
        tags: ['Creators'],
        summary: 'A public profile with its numbers',
        description: 'The counts are those of the episodes that everybody sees. Viewers have no profile: 404.',
        request: { params: idParam('uid') },
        responses: answers(200, profile, 'The profile', profileExample),
      }),
      async (c) => {
        const found = await creators.find(c.req.valid('param').uid ?? '')
        if (!found) throw new Refusal('creators.not_found')
        return c.json(await profileOf(rooms, found), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'patch',
        path: '/creators/me',
        operationId: 'changeProfile',
        tags: ['Creators'],
        ...signedIn,
        summary: 'Change the own profile',
        description:
          'What is left out stays as it is; an empty string removes a text. Usernames are unique, also those that only look alike: 409.',
        request: jsonBody(profileFields, { bio: 'Draws three minutes a month.' }),
        responses: answers(200, profile, 'The profile', profileExample),
      }),
      async (c) => {
        const changed = await creators.edit(requireAccount(c.var.account), c.req.valid('json'))
        return c.json(await profileOf(rooms, changed), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'put',
        path: '/creators/me/avatar',
        operationId: 'setAvatar',
        tags: ['Creators'],
        ...signedIn,
        summary: 'Set the own picture',
        description:
          'The bytes of a JPEG, PNG, WebP or GIF of at most 5 MB as the body. It is drawn anew, so nothing of the file but its picture is kept, and gets an address of its own each time.',
        request: { body: { required: true, content: bytesOf(avatarTypes) } },
        responses: answers(200, z.object({ avatarUrl: z.string() }), 'Where the picture is now', {
          avatarUrl: profileExample.avatarUrl,
        }),
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        if (!mayHaveProfile(person)) throw new Refusal('creators.creators_only')
        const avatarUrl = await arriving.lend(person.uid, async (file) =>
          avatars.set(person, await file.receive(c.req.raw.body)),
        )
        return c.json({ avatarUrl }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'delete',
        path: '/creators/me/avatar',
        operationId: 'removeAvatar',
        tags: ['Creators'],
        ...signedIn,
        summary: 'Remove the own picture',
        description: 'The first letter of the username stands in for it. Without a picture nothing changes.',
        responses: emptyAnswer('Removed'),
      }),
      async (c) => {
        await avatars.remove(requireAccount(c.var.account))
        return c.body(null, 204)
      },
    )
}
