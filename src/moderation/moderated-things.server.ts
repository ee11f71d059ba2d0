import type { Catalog } from '#catalog/catalog.server.ts'
import { displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { Decision } from './decision.ts'
import type { Before } from './decision-rows.server.ts'
import type { ItemKind, Suggestion } from './item.ts'
import type { MadeDecision } from './read-decision.ts'
import type { SubjectName } from './report.ts'
import { commentPath, excerpt, notePath, subtitleTitle } from './subjects.server.ts'

type ModeratedEpisode = NonNullable<Awaited<ReturnType<Catalog['moderatedEpisode']>>>
type ModeratedSubtitle = NonNullable<Awaited<ReturnType<Subtitles['moderatedSubtitle']>>>
type ModeratedNote = NonNullable<Awaited<ReturnType<Engagement['moderatedNote']>>>
type ModeratedComment = NonNullable<Awaited<ReturnType<Engagement['moderatedComment']>>>

/** The present values of a thing that a decision can change. Absent where its kind does not have them. */
export type ThingMarks = Pick<Before, (typeof markNames)[number]>

export const markNames = ['nsfw', 'nsfwReason', 'restriction', 'hold', 'hidden', 'hiddenByModerator', 'held'] as const

/** A thing as moderators see it, whatever its visibility. */
export interface ModeratedThing extends SubjectName {
  title: string
  /** The whole text of a comment or note; null for other things. */
  text: string | null
  /** Path of its page. */
  path: string
  ownerUid: string
  /** URL of a profile's picture; null without one, and for other things. */
  picture: string | null
  marks: ThingMarks
  /** The episode and the moment of a note; null for other things. */
  moment: { episodeTitle: string; seconds: number } | null
  /** The episode; null for other things. */
  film: Pick<ModeratedEpisode, 'id' | 'videoId' | 'isOpenToModerators'> | null
}

/** A thing and accounts, both locked until the commit. */
export interface LockedThing {
  /** Null when it is gone. */
  thing: ModeratedThing | null
  /** The accounts that exist, by uid. */
  accounts: Map<string, Account>
}

export interface ModeratedThings {
  /** Null when it is gone. */
  find(subject: SubjectName): Promise<ModeratedThing | null>
  /** Finds several things, in the order of `subjects`; null for each that is gone. */
  findMany(subjects: SubjectName[]): Promise<(ModeratedThing | null)[]>
  /** Posters of episodes that moderators can open, by id of the episode. */
  postersOf(things: ModeratedThing[]): Promise<Map<string, string>>
  /**
   * Runs `work` in one transaction with the thing locked, and changes it by what `work` returns.
   * @param uids accounts that the work refers to, besides the owner of the thing
   */
  change(
    subject: SubjectName,
    uids: string[],
    work: (trx: Trx, locked: LockedThing) => Promise<ThingMarks>,
  ): Promise<void>
}

export interface ModeratedThingsParts {
  db: Db
  catalog: Pick<Catalog, 'moderatedEpisode' | 'moderatedEpisodes' | 'moderatedPosters' | 'moderateEpisode'>
  engagement: Pick<Engagement, 'moderatedComment' | 'moderateComment' | 'moderatedNote' | 'moderateNote'>
  creators: Pick<Creators, 'findStored'>
  subtitles: Pick<Subtitles, 'moderatedSubtitle' | 'moderateSubtitle'>
  identity: Pick<Identity, 'lockForChange'>
}

export function createModeratedThings(parts: ModeratedThingsParts): ModeratedThings {
  const { db, catalog, engagement, creators, subtitles, identity } = parts

  async function findProfile(id: string): Promise<ModeratedThing | null> {
    const creator = (await creators.findStored([id])).get(id)
    if (!creator) return null
    return {
      kind: 'creator',
      id,
      title: displayName(creator),
      text: null,
      path: `/creator/${id}`,
      ownerUid: id,
      picture: creator.avatarUrl || null,
      marks: {},
      moment: null,
      film: null,
    }
  }

  const titleOf = async ({ episodeId }: ModeratedNote) => (await catalog.moderatedEpisode(episodeId))?.title ?? ''

  async function find({ kind, id }: SubjectName): Promise<ModeratedThing | null> {
    if (kind === 'creator') return findProfile(id)
    if (kind === 'comment') {
      const comment = await engagement.moderatedComment(id)
      return comment && toThing(comment)
    }
    if (kind === 'note') {
      const note = await engagement.moderatedNote(id)
      return note && toNoteThing(note, await titleOf(note))
    }
    if (kind === 'subtitle') {
      const text = await subtitles.moderatedSubtitle(id)
      const of = text && (await catalog.moderatedEpisode(text.episodeId))
      return text && of && toSubtitleThing(text, of)
    }
    const episode = await catalog.moderatedEpisode(id)
    return episode && toEpisodeThing(episode)
  }

  return {
    find,
    async findMany(subjects) {
      const episodes = await catalog.moderatedEpisodes(
        subjects.flatMap(({ kind, id }) => (kind === 'episode' ? id : [])),
      )
      return await Promise.all(
        subjects.map((subject) => {
          if (subject.kind !== 'episode') return find(subject)
          const episode = episodes.get(subject.id)
          return episode ? toEpisodeThing(episode) : null
        }),
      )
    },
    postersOf: (things) => catalog.moderatedPosters(things.flatMap(({ film }) => film ?? [])),

    async change(subject, others, work) {
      const { kind, id } = subject
      const known = await find(subject)
      const uids = [...new Set(known ? [...others, known.ownerUid] : others)]
      let accounts = new Map<string, Account>()
      const lockFirst = async (trx: Trx) => {
        accounts = await identity.lockForChange(trx, uids)
      }
      const workOn = (trx: Trx, thing: ModeratedThing | null) => work(trx, { thing, accounts })
      if (kind === 'episode') {
        const change = async (trx: Trx, episode: ModeratedEpisode | null) => {
          const { nsfw, nsfwReason, restriction, hold } = await workOn(trx, episode && toEpisodeThing(episode))
          return {
            ...(nsfw !== undefined && { nsfw }),
            ...(nsfwReason !== undefined && { nsfwReason }),
            ...(restriction !== undefined && { restriction }),
            ...(hold !== undefined && { hold }),
          }
        }
        return catalog.moderateEpisode(id, change, lockFirst)
      }
      if (kind === 'comment') {
        const change = async (trx: Trx, comment: ModeratedComment | null) =>
          textMarksOf(await workOn(trx, comment && toThing(comment)))
        return engagement.moderateComment(id, change, lockFirst)
      }
      if (kind === 'note') {
        const { episodeTitle = '' } = known?.moment ?? {}
        const change = async (trx: Trx, note: ModeratedNote | null) =>
          textMarksOf(await workOn(trx, note && toNoteThing(note, episodeTitle)))
        return engagement.moderateNote(id, change, lockFirst)
      }
      if (kind === 'subtitle') {
        const change = async (trx: Trx, text: ModeratedSubtitle | null) => {
          const { hidden } = await workOn(trx, known && text && { ...known, marks: subtitleMarksOf(text) })
          return hidden === undefined ? {} : { hidden }
        }
        return subtitles.moderateSubtitle(id, change, lockFirst)
      }
      await transact(db, async (trx) => {
        await lockFirst(trx)
        await workOn(trx, accounts.has(id) ? known : null)
      })
    },
  }
}

/** The marks that comments and notes have. */
function textMarksOf({ hidden, hiddenByModerator, held }: ThingMarks) {
  return {
    ...(hidden !== undefined && { hidden }),
    ...(hiddenByModerator !== undefined && { hiddenByModerator }),
    ...(held !== undefined && { held }),
  }
}

function toEpisodeThing(episode: ModeratedEpisode): ModeratedThing {
  const { id, title, creatorId, videoId, isOpenToModerators, nsfw, nsfwReason, restriction, hold } = episode
  return {
    kind: 'episode' as const,
    id,
    title,
    text: null,
    ownerUid: creatorId,
    path: `/watch/${id}`,
    picture: null,
    marks: { nsfw, nsfwReason, restriction, hold },
    moment: null,
    film: { id, videoId, isOpenToModerators },
  }
}

function toThing(comment: ModeratedComment): ModeratedThing {
  const { id, text, authorUid, hidden, hiddenByModerator, held } = comment
  return {
    kind: 'comment' as const,
    id,
    title: excerpt(text),
    text,
    ownerUid: authorUid,
    path: commentPath(comment),
    picture: null,
    marks: { hidden, hiddenByModerator, held },
    moment: null,
    film: null,
  }
}

function toNoteThing(note: ModeratedNote, episodeTitle: string): ModeratedThing {
  const { id, text, authorUid, hidden, hiddenByModerator, held } = note
  return {
    kind: 'note' as const,
    id,
    title: excerpt(text),
    text,
    ownerUid: authorUid,
    path: notePath(note),
    picture: null,
    marks: { hidden, hiddenByModerator, held },
    moment: { episodeTitle, seconds: note.seconds },
    film: null,
  }
}

/** Once the account of its author is deleted, the episode's creator answers for a text. */
function toSubtitleThing(text: ModeratedSubtitle, { title, creatorId }: ModeratedEpisode): ModeratedThing {
  const { id, label, episodeId, authorUid } = text
  return {
    kind: 'subtitle' as const,
    id,
    title: subtitleTitle(label, title),
    text: null,
    path: `/watch/${episodeId}`,
    ownerUid: authorUid ?? creatorId,
    picture: null,
    moment: null,
    film: null,
    marks: subtitleMarksOf(text),
  }
}

/** Only moderators hide a text: a creator takes its approval back. */
function subtitleMarksOf({ hidden }: ModeratedSubtitle): ThingMarks {
  return { hidden, hiddenByModerator: hidden }
}

/**
 * The changes of a thing by a decision. Each lets a held one through but a suspension, which is about the person alone.
 * @param suggestion of its item when it is decided
 * @param marks of the thing before
 */
export function changesOf(
  made: Pick<MadeDecision, 'decision' | 'label'>,
  suggestion: Suggestion | null,
  marks: ThingMarks,
): ThingMarks {
  const changes = marksOf(made, suggestion)
  if (made.decision === 'suspend') return changes
  return { ...changes, ...(marks.hold && { hold: null }), ...(marks.held && { held: false }) }
}

/** Why a thing with these marks is in the queue, apart from reports; null when it is not. */
export function waitsAs({ hold, held, hidden }: ThingMarks): ItemKind | null {
  if (hold) return 'suggestion'
  return held && !hidden ? 'comment' : null
}

function marksOf(made: Pick<MadeDecision, 'decision' | 'label'>, suggestion: Suggestion | null): ThingMarks {
  const { decision, label } = made
  switch (decision) {
    case 'nsfw':
      return { nsfw: true, nsfwReason: label ?? 'Other' }
    case 'hide':
      return { hidden: true, hiddenByModerator: true }
    case 'leave':
      // A mark of the image moderation waits for a person: here it goes, and all other decisions confirm it.
      return suggestion?.hasMarked ? { nsfw: false, nsfwReason: '' } : {}
    default:
      return { ...restrictionOf(decision), ...(suggestion?.hasMarked && { nsfwReason: 'Other' }) }
  }
}

function restrictionOf(decision: Decision): ThingMarks {
  if (decision === 'limit') return { restriction: 'limited' }
  return decision === 'takedown' ? { restriction: 'taken_down' } : {}
}

/** The marks that a decision changes, as they are before it. */
export function marksBefore(changes: ThingMarks, { marks }: ModeratedThing): ThingMarks {
  return Object.fromEntries(markNames.filter((name) => name in changes).map((name) => [name, marks[name]]))
}
