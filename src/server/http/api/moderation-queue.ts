import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { decisions } from '#moderation/decision.ts'
import { classificationFailures } from '#moderation/images/image-moderation.ts'
import { frameUrl, itemKinds, itemStates } from '#moderation/item.ts'
import type { ItemDetail, QueueItem } from '#moderation/queue.server.ts'
import { reasonCodes, subjectKinds } from '#moderation/rules.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { itemDetailExample, queueItemExample } from './examples/moderation.ts'
import {
  apiRouter,
  binaryContent,
  defaultResponse,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  signedIn,
} from './router.ts'

const atSeconds = z.number().nullable()

const person = z.object({ uid: z.string(), username: z.string() })

const itemFields = {
  id: z.string(),
  kind: z.enum(itemKinds).describe('That of the request, or else the first of `kinds`'),
  kinds: z.array(z.enum(itemKinds)).describe('Every reason to be in the queue; empty once it is closed'),
  state: z.enum(itemStates),
  subject: z.object({
    kind: z.enum(subjectKinds),
    id: z.string(),
    title: z.string().nullable().describe('Null when it is gone'),
    creator: person.nullable().describe('Its creator or author'),
  }),
  createdAt: dateTime.describe('When it entered the queue, the last time'),
  claimedBy: person.nullable(),
  childSafety: z.boolean().describe('Read first'),
  held: z.boolean().describe('Whether only its owner and moderators see it, until a decision'),
  reasons: z.array(z.enum(reasonCodes)).describe('Of the open reports'),
  suggestion: z
    .object({
      class: z.string(),
      score: z.number(),
      atSeconds: atSeconds.describe('Null for a poster or a profile picture'),
    })
    .optional()
    .describe('Of the image moderation, which never decides'),
  failure: z.enum(classificationFailures).optional().describe('Why there is no suggestion'),
  word: z.string().optional().describe('The word of the list that its title, name or text has'),
}

const queueItem = z.object({ ...itemFields, reports: z.number().int().describe('Open ones') }).meta({ id: 'QueueItem' })

const report = z.object({
  id: z.string(),
  number: z.number().int(),
  reason: z.enum(reasonCodes),
  details: z.string(),
  atSeconds: z.number().nullable(),
  createdAt: dateTime,
  outcome: z.enum([...decisions, 'gone']).nullable(),
  sender: z
    .object({ answered: z.number().int(), left: z.number().int() })
    .nullable()
    .describe('Earlier reports of the same account, and how many were left as they were; null without an account'),
})

const itemDetail = z
  .object({
    ...itemFields,
    reports: z.array(report),
    frames: z
      .array(z.object({ url: z.string(), atSeconds, scores: z.record(z.string(), z.number()) }))
      .describe('Sampled pictures, kept while the image moderation suggests something; the poster last'),
    comment: z.string().optional().describe('As a whole, if the item is one'),
    note: z
      .object({ text: z.string(), episodeTitle: z.string(), atSeconds: z.number() })
      .optional()
      .describe('As a whole and where it is, if the item is a timed note'),
    lines: z
      .array(z.object({ from: z.number(), to: z.number(), text: z.string() }))
      .optional()
      .describe('With times in seconds, if the item is subtitles'),
    secondOpinion: z.object({ note: z.string() }).nullable().describe('Asked for by another moderator'),
    history: z
      .object({
        takenDown: z.number().int(),
        marks: z.number().int(),
        warnings: z.number().int(),
        reports: z.object({ total: z.number().int(), left: z.number().int() }),
        decisions: z.array(z.object({ decision: z.enum(decisions), title: z.string(), at: dateTime })),
      })
      .nullable()
      .describe('Of its creator or author'),
  })
  .meta({ id: 'QueueItemDetail' })

const queuePage = z.object({ items: z.array(queueItem), total: z.number().int(), nextCursor })

const queueQuery = pageQuery.extend({ kind: z.enum(itemKinds).optional(), state: z.enum(itemStates).optional() })

type Names = Map<string, string>

const named = (names: Names, uid: string | null) => (uid === null ? null : { uid, username: names.get(uid) ?? '' })

function serializeFields(item: QueueItem, kind: QueueItem['kinds'][number] | undefined, names: Names) {
  const { id, kinds, state, subject, openedAt, claimedBy, isUrgent, isHeld, reasons, suggestion, failure, word } = item
  return {
    id,
    kind: kind ?? kinds[0] ?? ('report' as const),
    kinds,
    state,
    childSafety: isUrgent,
    held: isHeld,
    reasons,
    subject: {
      kind: subject.kind,
      id: subject.id,
      title: subject.title,
      creator: named(names, subject.ownerUid),
    },
    createdAt: openedAt.toISOString(),
    claimedBy: named(names, claimedBy),
    ...(suggestion && {
      suggestion: { class: suggestion.class, score: suggestion.score, atSeconds: suggestion.atSeconds },
    }),
    ...(failure !== null && { failure }),
    ...(word !== null && { word }),
  }
}

function serializeDetail(item: ItemDetail, names: Names) {
  const { reportList, history } = item
  return {
    ...serializeFields(item, undefined, names),
    reports: reportList.map(({ id, number, reason, details, atSeconds, createdAt, outcome, sender }) => ({
      id,
      number,
      reason,
      details,
      atSeconds,
      outcome,
      createdAt: createdAt.toISOString(),
      sender: sender && { answered: sender.answered, left: sender.left },
    })),
    frames: item.frames.map(({ number, atSeconds, scores }) => ({
      url: frameUrl(item.id, number),
      atSeconds,
      scores: { ...scores },
    })),
    ...serializeText(item.subject),
    ...(item.lines && { lines: item.lines.map(({ from, to, text }) => ({ from, to, text })) }),
    secondOpinion: item.secondAskedBy === null ? null : { note: item.secondNote },
    history: history && {
      takenDown: history.takenDown,
      marks: history.marks,
      warnings: history.warnings,
      reports: { total: history.reports.total, left: history.reports.left },
      decisions: history.decisions.map(({ decision, title, at }) => ({ decision, title, at: at.toISOString() })),
    },
  }
}

function serializeText({ text, moment }: ItemDetail['subject']) {
  if (text === null) return {}
  return moment ? { note: { text, episodeTitle: moment.episodeTitle, atSeconds: moment.seconds } } : { comment: text }
}

/** Routes of the queue; `app.server.ts` answers everyone below moderators with 404, before these are asked. */
export function moderationQueueRoutes({ moderation, creators }: Hoshi) {
  const own = { tags: ['Moderation'], ...signedIn }
  const one = { ...own, request: { params: idParam('id') } }
  const forModerators = 'For moderators; 404 for everyone else.'

  async function namesOf(items: QueueItem[]): Promise<Names> {
    const uids = items.flatMap(({ subject, claimedBy }) => [subject.ownerUid, claimedBy].filter((uid) => uid !== null))
    const profiles = await creators.findStored(uids)
    return new Map([...profiles].map(([uid, { username }]) => [uid, username]))
  }
  const detail = async (item: ItemDetail) => serializeDetail(item, await namesOf([item]))

  return apiRouter()
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/moderation/queue',
        operationId: 'listQueue',
        summary: 'What waits for moderators',
        description: `Child safety first, then what many people reported, then the oldest; closed items the latest first. Without \`state\` all but closed ones. One item for each thing, listed under every kind it has. ${forModerators}`,
        request: { query: queueQuery },
        responses: jsonResponse(200, queuePage, 'One page', { items: [queueItemExample], total: 1, nextCursor: null }),
      }),
      async (c) => {
        const query = c.req.valid('query')
        const { items, total, nextCursor } = await moderation.queue.list(ensureSignedIn(c.var.account), query)
        const names = await namesOf(items)
        const serialized = items.map((item) => ({
          ...serializeFields(item, query.kind, names),
          reports: item.reports,
        }))
        return c.json({ items: serialized, total, nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'get',
        path: '/moderation/items/{id}',
        operationId: 'getItem',
        summary: 'One item of the queue',
        description: `With its reports, sampled pictures, and what is known of its creator or author. ${forModerators}`,
        responses: jsonResponse(200, itemDetail, 'The item', itemDetailExample),
      }),
      async (c) => c.json(await detail(await moderation.queue.find(c.req.valid('param').id)), 200),
    )
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/moderation/items/{id}/frames/{number}',
        operationId: 'getFrame',
        summary: 'A sampled picture of an item',
        description: `A JPEG, which no cache may keep. ${forModerators}`,
        request: { params: idParam('id', 'number') },
        responses: {
          200: { description: 'The picture', content: binaryContent(['image/jpeg']) },
          default: defaultResponse,
        },
      }),
      async (c) => {
        const { id, number } = c.req.valid('param')
        const picture = await moderation.queue.frame(id, /^\d{1,3}$/.test(number) ? Number(number) : -1)
        return c.body(new Uint8Array(picture), 200, { 'Content-Type': 'image/jpeg', 'Cache-Control': 'no-store' })
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'post',
        path: '/moderation/items/{id}/claim',
        operationId: 'claimItem',
        summary: 'Claim an item',
        description: `Keeps it for you for 10 minutes, again if it is yours already. The claim of another moderator is refused with 409. ${forModerators}`,
        responses: jsonResponse(200, itemDetail, 'The item', itemDetailExample),
      }),
      async (c) => {
        const item = await moderation.queue.claim(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.json(await detail(item), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'post',
        path: '/moderation/items/{id}/release',
        operationId: 'releaseItem',
        summary: 'Give an item back',
        description: `The claim of another moderator is refused with 403. ${forModerators}`,
        responses: jsonResponse(200, itemDetail, 'The item', itemDetailExample),
      }),
      async (c) => {
        const item = await moderation.queue.release(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.json(await detail(item), 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/moderation/items/{id}/second-opinion',
        operationId: 'askSecondOpinion',
        summary: 'Ask for a second opinion',
        description: `Another moderator decides; you may not any more. ${forModerators}`,
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ note: z.string() }), { note: 'Is this a wound or paint?' }),
        },
        responses: emptyResponse('Asked'),
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        await moderation.queue.askSecondOpinion(ensureSignedIn(c.var.account), id, c.req.valid('json').note)
        return c.body(null, 204)
      },
    )
}
