import type { Catalog } from '#catalog/catalog.server.ts'
import { displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { SubjectName } from './report.ts'
import { commentPath, excerpt, subtitleTitle } from './subjects.server.ts'
import type { ThingMarks } from './thing-marks.ts'

type ModeratedEpisode = NonNullable<Awaited<ReturnType<Catalog['moderation']['find']>>>
type ModeratedSubtitle = NonNullable<Awaited<ReturnType<Subtitles['moderation']['find']>>>
type ModeratedComment = NonNullable<Awaited<ReturnType<Engagement['comments']['moderated']>>>

/** A thing as moderators read it, whatever its visibility. */
export interface ModeratedThing extends SubjectName {
  title: string
  /** The whole text of a comment; null for other things. */
  text: string | null
  /** Path of its page. */
  path: string
  ownerUid: string
  /** URL of a profile's picture; null without one, and for other things. */
  picture: string | null
  marks: ThingMarks
  /** The episode and the moment of a comment that belongs to a frame; null for other things. */
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
  engagement: { comments: Pick<Engagement['comments'], 'moderated'> }
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

  async function findComment(id: string): Promise<ModeratedThing | null> {
    const comment = await engagement.comments.moderated(id)
    if (!comment) return null
    const { episodeId, seconds } = comment
    if (seconds === null) return toCommentThing(comment, null)
    const episodeTitle = (await catalog.moderation.find(episodeId))?.title ?? ''
    return toCommentThing(comment, { episodeTitle, seconds })
  }

  async function find({ kind, id }: SubjectName): Promise<ModeratedThing | null> {
    if (kind === 'creator') return findProfile(id)
    if (kind === 'comment' || kind === 'note') return findComment(id)
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

function toCommentThing(comment: ModeratedComment, moment: ModeratedThing['moment']): ModeratedThing {
  const { id, authorUid, onPicture } = comment
  return {
    kind: onPicture ? ('note' as const) : ('comment' as const),
    id,
    ownerUid: authorUid,
    path: commentPath(comment),
    picture: null,
    moment,
    episode: null,
    ...changingPartsOf(comment),
  }
}

/** What may have changed of a comment since it was read without a lock. */
export function changingPartsOf(comment: Omit<ModeratedComment, 'seconds'>) {
  const { text, hidden, hiddenByModerator, held } = comment
  return { title: excerpt(text), text, marks: { hidden, hiddenByModerator, held } }
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
