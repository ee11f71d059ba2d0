import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusedFrom, refusePage } from '#app/http/refused.server.ts'
import { reasonText } from '#app/messages/rules.ts'
import type { Account } from '#identity/account.ts'
import { decisionsFor } from '#moderation/decision.ts'
import { frameUrl } from '#moderation/item.ts'
import type { ItemDetail, QueueItem } from '#moderation/queue.server.ts'
import { loadItemEpisode } from './load-item-episode.server.ts'
import { readQueueView } from './queue-url.ts'

/** Data of the queue. */
export type QueueData = Awaited<ReturnType<typeof loadQueue>>
export type ShownItem = QueueData['items'][number]
export type OpenItem = NonNullable<QueueData['open']>
export type ShownFrame = OpenItem['frames'][number]

/** Lines of subtitles that the page shows. */
const SHOWN_LINES = 2000

export async function loadQueue(context: Readonly<RouterContextProvider>, moderator: Account, url: URL) {
  const { administration, moderation } = context.get(hoshiContext)
  const view = readQueueView(url.searchParams)
  const { kind, isMine, isNewestFirst, cursor } = view
  const query = { isMine, isNewestFirst, ...(kind && { kind }), ...(cursor && { cursor }) }
  const [page, counts, made] = await Promise.all([
    moderation.queue.list(moderator, query).catch(refusePage),
    moderation.queue.counts(),
    moderation.decisions.recent(moderator, url.searchParams.get('done') ?? ''),
  ])
  const openId = view.item ?? page.items[0]?.id ?? null
  const detail = openId === null ? null : await moderation.queue.find(openId).catch(missing)
  const appeals = detail ? await moderation.appeals.on(detail.id) : []
  const episode = detail && (await loadItemEpisode(context, moderator, detail))
  const names = await administration.accounts.namesOf(
    [...page.items, ...(detail ? [detail] : [])]
      .flatMap(({ claimedBy, subject }) => [claimedBy, subject.ownerUid])
      .filter((uid) => uid !== null),
  )
  const nameOf = (uid: string | null) =>
    uid === null || uid === moderator.uid ? null : (names.get(uid) ?? 'A moderator')
  return {
    view: { ...view, item: detail?.id ?? null },
    /** Whether the URL names an item that is there; otherwise the first is open. */
    isItemChosen: view.item !== null && detail !== null,
    items: page.items.map((item) => ({ ...toShown(item), claimedBy: nameOf(item.claimedBy) })),
    total: page.total,
    nextCursor: page.nextCursor,
    counts,
    made,
    now: new Date(),
    open: detail && {
      ...toShown(detail),
      claimedBy: nameOf(detail.claimedBy),
      text: detail.subject.text,
      episode,
      lines: detail.lines?.slice(0, SHOWN_LINES).map(({ from, text }) => ({ from, text })) ?? null,
      lineCount: detail.lines?.length ?? 0,
      isMine: detail.claimedBy === moderator.uid,
      isSecondMine: detail.secondAskedBy === moderator.uid,
      secondNote: detail.secondAskedBy === null ? null : detail.secondNote,
      reportList: detail.reportList.map((report) => ({
        id: report.id,
        details: report.details,
        atSeconds: report.atSeconds,
        createdAt: report.createdAt,
        outcome: report.outcome,
        sender: report.sender,
        reason: reasonText(report.reason, detail.subject.kind).title,
      })),
      history: detail.history,
      creatorName: detail.subject.ownerUid === null ? null : (names.get(detail.subject.ownerUid) ?? null),
      frames: [
        ...detail.frames.map(({ number, atSeconds, scores }) => ({
          number,
          url: frameUrl(detail.id, number),
          atSeconds,
          scores: Object.entries(scores)
            .map(([name, score]) => ({ name, percent: percentOf(score) }))
            .sort((a, b) => a.name.localeCompare(b.name)),
        })),
        ...profilePicture(detail),
      ],
      appeals: appeals.map(({ id, text, createdAt, made: { decision, reason, decidedBy } }) => ({
        id,
        text,
        createdAt,
        decision,
        reason,
        isOwn: decidedBy === moderator.uid,
      })),
      choices: decisionsFor(detail.subject.kind),
    },
  }
}

/** A profile's own picture, as if it were a frame; none of other things. */
function profilePicture({ subject: { kind, picture }, suggestion }: ItemDetail) {
  if (kind !== 'creator' || picture === null) return []
  const scores = suggestion ? [{ name: suggestion.class, percent: percentOf(suggestion.score) }] : []
  return [{ number: 0, url: picture, atSeconds: null, scores }]
}

const percentOf = (score: number) => Math.round(score * 100)

function missing(thrown: unknown): null {
  refusedFrom(thrown)
  return null
}

function toShown(item: QueueItem | ItemDetail) {
  const { id, kinds, state, subject, isUrgent, isHeld, openedAt, reports, reasons, suggestion, failure, word } = item
  return {
    id,
    kinds,
    state,
    isUrgent,
    isHeld,
    openedAt,
    reports,
    suggestion,
    failure,
    word,
    subject: {
      kind: subject.kind,
      title: subject.title,
      path: subject.path,
      picture: subject.picture,
      moment: subject.moment && { episodeTitle: subject.moment.episodeTitle, seconds: subject.moment.seconds },
    },
    reasons: reasons.map((code) => reasonText(code, subject.kind).title),
  }
}
