import type { Catalog } from '#catalog/catalog.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import { changingPartsOf, type ModeratedThing, subtitleMarksOf, toEpisodeThing } from './moderated-things.server.ts'
import type { SubjectName } from './report.ts'
import type { ThingMarks } from './thing-marks.ts'

// A decision changes a thing of any kind in its transaction: it calls `lockThing`, then `changeThing`. The transaction
// has to read changes that others committed while it waited for a lock, so it is `read committed`.

/** A thing and accounts, both locked until the commit. */
export interface LockedThing {
  /** Null when it is gone. */
  thing: ModeratedThing | null
  /** The accounts that exist, by uid. */
  accounts: Map<string, Account>
}

/** The lines that searches find again once subtitles are shown again; null for other things. */
export type LinesToShow = Awaited<ReturnType<Subtitles['moderation']['prepareShowing']>>

export interface ThingLockParts {
  identity: Pick<Identity, 'lockForChange'>
  catalog: { moderation: Pick<Catalog['moderation'], 'lock' | 'change'> }
  engagement: { comments: Pick<Engagement['comments'], 'lockModerated' | 'moderate' | 'announceModerated'> }
  subtitles: { moderation: Pick<Subtitles['moderation'], 'prepareShowing' | 'lock' | 'change' | 'announce'> }
}

/** Prepares lines before a transaction that may show subtitles again: reading them takes too long under locks. */
export async function linesToShow({ subtitles }: ThingLockParts, { kind, id }: SubjectName): Promise<LinesToShow> {
  return kind === 'subtitle' ? await subtitles.moderation.prepareShowing(id) : null
}

/**
 * Locks accounts in the order of their uids, and then the thing, until the commit.
 * @param known the thing as it was read before the transaction; null when it was gone
 * @param uids accounts besides the owner of the thing
 */
export async function lockThing(
  parts: ThingLockParts,
  trx: Trx,
  { subject, known }: { subject: SubjectName; known: ModeratedThing | null },
  uids: string[],
): Promise<LockedThing> {
  const wanted = new Set(known ? [...uids, known.ownerUid] : uids)
  const accounts = await parts.identity.lockForChange(trx, [...wanted])
  if (subject.kind === 'creator') return { thing: accounts.has(subject.id) ? known : null, accounts }
  return { thing: await lockOfRoom(parts, trx, subject, known), accounts }
}

async function lockOfRoom(
  { catalog, engagement, subtitles }: ThingLockParts,
  trx: Trx,
  { kind, id }: SubjectName,
  known: ModeratedThing | null,
): Promise<ModeratedThing | null> {
  if (kind === 'episode') {
    const episode = await catalog.moderation.lock(trx, id)
    return episode && toEpisodeThing(episode)
  }
  if (isComment(kind)) {
    const comment = await engagement.comments.lockModerated(trx, id)
    return known && comment && { ...known, ...changingPartsOf(comment) }
  }
  const text = await subtitles.moderation.lock(trx, id)
  return known && text && { ...known, marks: subtitleMarksOf(text) }
}

/**
 * Changes a thing that `lockThing` has locked.
 * @param lines the result of `linesToShow`, required when subtitles are shown again
 * @returns whether `tellOfChange` has something to do after the commit
 */
export async function changeThing(
  { catalog, engagement, subtitles }: ThingLockParts,
  trx: Trx,
  { kind, id }: SubjectName,
  changes: ThingMarks,
  lines: LinesToShow = null,
): Promise<boolean> {
  if (kind === 'episode') await catalog.moderation.change(trx, id, changes)
  if (isComment(kind)) {
    await engagement.comments.moderate(trx, id, textMarksOf(changes))
    return true
  }
  if (kind !== 'subtitle' || changes.hidden === undefined) return false
  return await subtitles.moderation.change(trx, id, changes.hidden, lines)
}

/** Updates dashboards and playlists after the commit of a change. */
export async function tellOfChange(
  { engagement, subtitles }: ThingLockParts,
  { kind, id }: SubjectName,
): Promise<void> {
  if (isComment(kind)) await engagement.comments.announceModerated(id)
  if (kind === 'subtitle') await subtitles.moderation.announce(id)
}

/** Notes are comments on the picture. */
function isComment(kind: SubjectName['kind']): boolean {
  return kind === 'comment' || kind === 'note'
}

/** The marks that comments have. */
function textMarksOf({ hidden, hiddenByModerator, held }: ThingMarks) {
  return {
    ...(hidden !== undefined && { hidden }),
    ...(hiddenByModerator !== undefined && { hiddenByModerator }),
    ...(held !== undefined && { held }),
  }
}
