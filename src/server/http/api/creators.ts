import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import type { Creator } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import { withHosts } from '#creators/support-links.ts'
import type { Account } from '#identity/account.ts'
import { imageTypes } from '#platform/image-upload.ts'
import { Refusal } from '#platform/refusal.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { profileExample } from './examples/accounts.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  imageBody,
  imageBodyDescription,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  signedIn,
} from './router.ts'

/** The fields of a profile that its creator edits. */
export const profileFields = z.strictObject({
  username: z.string().optional(),
  bio: z.string().optional(),
  patreonUrl: z.string().optional(),
})

const changedFields = profileFields.extend({
  trainingReserved: z
    .boolean()
    .optional()
    .describe('Whether your episodes are reserved from the training of models, as they are unless you say otherwise'),
  madeByPeople: z.boolean().optional().describe('Your statement that people make your episodes; others may report one'),
  supportLinks: z
    .array(
      z.strictObject({
        label: z.string().default('').describe('Empty for the name of the service, or else the host'),
        url: z.string(),
      }),
    )
    .max(100)
    .optional()
    .describe('All links in their order, 5 at most, https only. Wins over `patreonUrl`'),
})

const supportLink = z.object({
  label: z.string(),
  url: z.string(),
  host: z.string(),
  verified: z.boolean().describe('Whether the page linked back to the profile with `rel="me"` when it was checked'),
})

export const profile = z
  .object({
    uid: z.string(),
    username: z.string(),
    bio: z.string(),
    avatarUrl: z.string(),
    patreonUrl: z.string().describe('The URL of the first support link'),
    supportLinks: z.array(supportLink),
    joinedAt: dateTime,
    founderBadge: z.boolean(),
    madeByPeople: z.boolean().describe('Whether the creator states that people make the episodes'),
    episodeCount: z.number().int(),
    totalViews: z.number().int(),
    genres: z.array(z.string()),
    followers: z.number().int(),
    trainingReserved: z.boolean().optional().describe('Only in your own profile'),
    following: z.boolean().optional().describe('Whether you follow this creator; only when signed in'),
  })
  .meta({ id: 'Creator' })

type ProfileRooms = Pick<Hoshi, 'catalog' | 'engagement' | 'community'>

/** Profiles with their numbers, in the same order; the number of queries does not depend on theirs. */
export async function serializeProfiles(
  { catalog, engagement, community }: ProfileRooms,
  creators: Creator[],
  viewer: Account | null,
) {
  const uids = creators.map(({ uid }) => uid)
  const [facts, follows] = await Promise.all([catalog.profilesOf(uids), community.followStates(viewer, uids)])
  const views = await engagement.counts.totalViewsOfEach(uids.map((uid) => facts.get(uid)!.episodeIds))
  return creators.map((creator, place) => {
    const { uid, username, bio, avatarUrl, patreonUrl, founderBadge, madeByPeople } = creator
    const { episodeCount, genres } = facts.get(uid)!
    const { followers, following } = follows.get(uid)!
    return {
      uid,
      username,
      bio,
      avatarUrl,
      patreonUrl,
      founderBadge,
      madeByPeople,
      supportLinks: withHosts(creator.supportLinks),
      joinedAt: creator.joinedAt.toISOString(),
      episodeCount,
      genres,
      totalViews: views[place]!,
      ...(viewer?.uid === uid && { trainingReserved: creator.trainingReserved }),
      followers,
      ...(viewer && { following }),
    }
  })
}

/** A profile with its numbers. */
export async function serializeProfile(rooms: ProfileRooms, creator: Creator, viewer: Account | null) {
  return (await serializeProfiles(rooms, [creator], viewer))[0]!
}

/** Routes for public profiles, and for editing one's own. */
export function creatorRoutes(rooms: Hoshi) {
  const { creators, avatars, uploadSpool } = rooms
  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/creators/{uid}',
        operationId: 'getCreator',
        tags: ['Creators'],
        ...maybeSignedIn,
        summary: 'A public profile with its numbers',
        description: 'Only public episodes are counted. Viewers have no profile: 404.',
        request: { params: idParam('uid') },
        responses: jsonResponse(200, profile, 'The profile', profileExample),
      }),
      async (c) => {
        const found = await creators.find(c.req.valid('param').uid)
        if (!found) throw new Refusal('creators.not_found')
        return c.json(await serializeProfile(rooms, found, c.var.account), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'patch',
        path: '/creators/me',
        operationId: 'changeProfile',
        tags: ['Creators'],
        ...signedIn,
        summary: 'Change your profile',
        description:
          'Omitted fields keep their value; an empty string clears a field. A username that is taken, or looks like one that is, is refused with 409. `patreonUrl` replaces the first of `supportLinks`. Saved links are verified by a job. With `trainingReserved: false`, the pages and media of your episodes say `tdm-reservation: 0` instead of 1, within a second.',
        request: jsonBody(changedFields, { bio: 'Draws three minutes a month.' }),
        responses: jsonResponse(200, profile, 'The profile', { ...profileExample, trainingReserved: true }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const changed = await creators.edit(person, c.req.valid('json'))
        return c.json(await serializeProfile(rooms, changed, person), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'put',
        path: '/creators/me/avatar',
        operationId: 'setAvatar',
        tags: ['Creators'],
        ...signedIn,
        summary: 'Set your profile picture',
        description: imageBodyDescription,
        request: imageBody(imageTypes),
        responses: jsonResponse(200, z.object({ avatarUrl: z.string() }), 'Where the picture is now', {
          avatarUrl: profileExample.avatarUrl,
        }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        if (!mayHaveProfile(person)) throw new Refusal('creators.creators_only')
        const avatarUrl = await uploadSpool.withFile({ uid: person.uid, ip: c.var.ip }, async (file) =>
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
        summary: 'Remove your profile picture',
        description: 'The first letter of the username is shown instead. Does nothing if there is no picture.',
        responses: emptyResponse('Removed'),
      }),
      async (c) => {
        await avatars.remove(ensureSignedIn(c.var.account))
        return c.body(null, 204)
      },
    )
}
