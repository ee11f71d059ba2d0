import type { Catalog } from '#catalog/catalog.server.ts'
import { displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { SubjectName } from './report.ts'
import { commentPath, excerpt, notePath, subtitleTitle } from './subjects.server.ts'
import type { ThingMarks } from './thing-marks.ts'

type ModeratedEpisode = NonNullable<Awaited<ReturnType<Catalog['moderation']['find']>>>
type ModeratedSubtitle = NonNullable<Awaited<ReturnType<Subtitles['moderation']['find']>>>
type ModeratedNote = NonNullable<Awaited<ReturnType<Engagement['notes']['moderated']>>>
type ModeratedComment = NonNullable<Awaited<ReturnType<Engagement['comments']['moderated']>>>

/** A thing as moderators read it, whatever its visibility. */
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
  episode: Pick<ModeratedEpisode, 'id' | 'videoId' | 'isOpenToModerators'> | null
}

export interface ModeratedThings {
  /** Null when it is gone. */
  find(subject: SubjectName): Promise<ModeratedThing | null>
  /** Finds several things, in the order of `subjects`; null for each that is gone. */
  findMany(subjects: SubjectName[]): Promise<(ModeratedThing | null)[]>
  /** Posters of episodes that moderators can open, by id of the episode. */
  postersOf(things: ModeratedThing[]): Promise<Map<string, string>>
}

export interface ModeratedThingsParts {
  catalog: { moderation: Pick<Catalog['moderation'], 'find' | 'findMany' | 'posters'> }
  engagement: {
    comments: Pick<Engagement['comments'], 'moderated'>
    notes: Pick<Engagement['notes'], 'moderated'>
  }
  creators: Pick<Creators, 'findStored'>
  subtitles: { moderation: Pick<Subtitles['moderation'], 'find'> }
}

export function createModeratedThings(parts: ModeratedThingsParts): ModeratedThings {
  const { catalog, engagement, creators, subtitles } = parts

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
      episode: null,
    }
  }

  const titleOf = async ({ episodeId }: ModeratedNote) => (await catalog.moderation.find(episodeId))?.title ?? ''

  async function find({ kind, id }: SubjectName): Promise<ModeratedThing | null> {
    if (kind === 'creator') return findProfile(id)
    if (kind === 'comment') {
      const comment = await engagement.comments.moderated(id)
      return comment && toCommentThing(comment)
    }
    if (kind === 'note') {
      const note = await engagement.notes.moderated(id)
      return note && toNoteThing(note, await titleOf(note))
    }
    if (kind === 'subtitle') {
      const text = await subtitles.moderation.find(id)
      const of = text && (await catalog.moderation.find(text.episodeId))
      return text && of && toSubtitleThing(text, of)
    }
    const episode = await catalog.moderation.find(id)
    return episode && toEpisodeThing(episode)
  }

  return {
    find,
    async findMany(subjects) {
      const episodes = await catalog.moderation.findMany(
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
    postersOf: (things) => catalog.moderation.posters(things.flatMap(({ episode }) => episode ?? [])),
  }
}

export function toEpisodeThing(episode: ModeratedEpisode): ModeratedThing {
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
    episode: { id, videoId, isOpenToModerators },
  }
}

export function toCommentThing(comment: ModeratedComment): ModeratedThing {
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
    episode: null,
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
    episode: null,
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
    episode: null,
    marks: subtitleMarksOf(text),
  }
}

/** Only moderators hide a text: a creator takes its approval back. */
export function subtitleMarksOf({ hidden }: ModeratedSubtitle): ThingMarks {
  return { hidden, hiddenByModerator: hidden }
}
