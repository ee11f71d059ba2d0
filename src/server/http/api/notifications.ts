import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import type { BellEvent } from '#community/live-notifications.server.ts'
import {
  type DecisionNews,
  digests,
  type Notification,
  notificationKinds,
  REVIEW_WORDS_QUOTED,
  type SubtitleNews,
} from '#community/notification.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { reviewOutcomes } from '#subtitles/subtitle.ts'
import { commentExcerpt, serializeExcerpt } from './comments.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import {
  bellEventsExample,
  notificationExample,
  notificationSettingsExample,
  notificationsExample,
} from './examples/community.ts'
import { createLiveStreams, formatEvent, type StreamSettings } from './live-streams.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  eventStreamResponse,
  jsonBody,
  jsonResponse,
  signedIn,
} from './router.ts'

const notification = z
  .object({
    id: z.string(),
    kind: z.enum(notificationKinds),
    createdAt: dateTime.describe('For a group of followers, when the last one joined'),
    read: z.boolean(),
    episode: z.object({ id: z.string(), title: z.string() }).optional(),
    creator: z
      .object({ uid: z.string(), username: z.string(), avatarUrl: z.string(), founderBadge: z.boolean() })
      .optional()
      .describe('Who published, wrote, followed or offered subtitles; absent for people without a public profile'),
    comment: commentExcerpt.optional(),
    count: z.number().int().optional().describe('Likes of a milestone; followers in a group'),
    decision: z
      .object({
        about: z.enum(['decision', 'report', 'appeal']).describe('Of your thing, your report, or your appeal'),
        decision: z.string().describe('As of `POST /api/v1/moderation/decisions`'),
        outcome: z
          .string()
          .optional()
          .describe('Of an appeal: `upheld` or `reversed`; `reversed` of a decision that was taken back without one'),
        subject: z.object({
          kind: z.enum(['episode', 'comment', 'note', 'subtitle', 'creator']),
          id: z.string(),
          title: z.string(),
        }),
      })
      .optional(),
    subtitle: z
      .object({
        id: z.string(),
        language: z.string().describe('BCP 47; `und` if nothing states it'),
        label: z.string(),
        outcome: z
          .enum(reviewOutcomes)
          .optional()
          .describe('How your subtitles were reviewed; absent if somebody offers you some'),
        words: z.string().optional().describe(`Of the review, cut to ${REVIEW_WORDS_QUOTED} characters`),
      })
      .optional(),
  })
  .meta({ id: 'Notification' })

const page = z
  .object({
    notifications: z.array(notification),
    unread: z.number().int().describe('Unread ones in the entire list'),
    nextCursor,
  })
  .meta({ id: 'NotificationPage' })

const settings = z
  .object({
    episode: z.boolean(),
    reply: z.boolean(),
    comment: z.boolean(),
    milestone: z.boolean(),
    follower: z.boolean(),
    decision: z.boolean(),
    subtitle: z.boolean(),
    digest: z.enum(digests).describe('How often a mail sums up what is unread'),
  })
  .meta({ id: 'NotificationSettings' })

const settingChanges = z.strictObject(settings.shape).partial()

function serializeNotification(notification: Notification) {
  const { id, kind, createdAt, read, episode, creator, comment, count, decision: news, subtitle } = notification
  return {
    id,
    kind,
    createdAt: createdAt.toISOString(),
    read,
    ...(episode && { episode: { id: episode.id, title: episode.title } }),
    ...(creator && { creator }),
    ...(comment && { comment: serializeExcerpt(comment) }),
    ...(count !== undefined && { count }),
    ...(news && { decision: serializeNews(news) }),
    ...(subtitle && { subtitle: serializeSubtitle(subtitle) }),
  }
}

function serializeNews({ about, decision, outcome, subject }: DecisionNews) {
  return {
    about,
    decision,
    ...(outcome && { outcome }),
    subject: { kind: subject.kind, id: subject.id, title: subject.title },
  }
}

function serializeSubtitle({ id, language, label, outcome, words }: SubtitleNews) {
  return { id, language, label, ...(outcome && { outcome }), ...(words && { words }) }
}

function formatBellEvent(event: BellEvent): string {
  if (event.type === 'unread') return formatEvent('unread', event.at, { count: event.count })
  return formatEvent('notification', event.at, serializeNotification(event.notification))
}

/** Routes for notifications: the list, its read marks, its settings and its live events. */
export function notificationRoutes(
  { community, identity }: Pick<Hoshi, 'community' | 'identity'>,
  live: StreamSettings,
) {
  const common = { tags: ['Notifications'], ...signedIn }
  const streams = createLiveStreams({
    follow: community.followBell,
    identity,
    format: formatBellEvent,
    kind: 'notifications',
    settings: live,
    tooMany: 'community.too_many_streams',
  })

  return apiRouter()
    .openapi(
      createRoute({
        ...common,
        method: 'get',
        path: '/me/notifications',
        operationId: 'listNotifications',
        summary: 'Your notifications',
        description:
          'Newest first, without those about something that was deleted or turned private since. New followers are one notification until you read it.',
        request: { query: pageQuery },
        responses: jsonResponse(200, page, 'One page', notificationsExample),
      }),
      async (c) => {
        const found = await community.notifications(ensureSignedIn(c.var.account), c.req.valid('query'))
        return c.json({ ...found, notifications: found.notifications.map(serializeNotification) }, 200)
      },
    )
    .openapi(
      createRoute({
        ...common,
        method: 'post',
        path: '/me/notifications/read',
        operationId: 'markNotificationsRead',
        summary: 'Mark notifications as read',
        description: 'The one with the id `upTo` and all older ones. Repeating the request changes nothing.',
        request: jsonBody(z.strictObject({ upTo: z.string() }), { upTo: notificationExample.id }),
        responses: emptyResponse('Marked'),
      }),
      async (c) => {
        await community.markRead(ensureSignedIn(c.var.account), c.req.valid('json').upTo)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...common,
        method: 'get',
        path: '/me/notifications/live',
        operationId: 'followNotifications',
        summary: 'New notifications, as Server-Sent Events',
        description:
          '`unread` carries the `{count}` at once and after every change, `notification` each new or changed one. The stream lasts until it is closed or the session ends. At most ten may be open per account.',
        request: { headers: z.object({ 'last-event-id': z.string().optional() }) },
        responses: eventStreamResponse(
          'Events. After a `Last-Event-ID` up to 20 newer notifications come first.',
          bellEventsExample,
        ),
      }),
      (c) => streams.open(c, ensureSignedIn(c.var.account), null),
    )
    .openapi(
      createRoute({
        ...common,
        method: 'get',
        path: '/me/notification-settings',
        operationId: 'getNotificationSettings',
        summary: 'Your choice of notifications',
        description: 'Everything, and no mails, until you change it.',
        responses: jsonResponse(200, settings, 'The settings', notificationSettingsExample),
      }),
      async (c) => c.json(await community.notificationSettings(ensureSignedIn(c.var.account)), 200),
    )
    .openapi(
      createRoute({
        ...common,
        method: 'patch',
        path: '/me/notification-settings',
        operationId: 'changeNotificationSettings',
        summary: 'Change what you want to be told',
        description: 'Omitted fields keep their value. Notifications that you have already stay.',
        request: jsonBody(settingChanges, { milestone: false, digest: 'weekly' }),
        responses: jsonResponse(200, settings, 'The settings now', notificationSettingsExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await community.changeNotificationSettings(person, c.req.valid('json')), 200)
      },
    )
}
