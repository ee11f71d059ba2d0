import type { Catalog } from '#catalog/catalog.server.ts'
import { displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Comment } from '#engagement/comments/comment.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import { truncateText } from '#platform/text.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { SubjectName } from './report.ts'

/** A thing that can be reported, as one person may see it now. */
export interface Subject extends SubjectName {
  /** Title of an episode, the first words of a comment, name of subtitles or of a creator. */
  title: string
  /** Path of its page. */
  path: string
  /** Name of the author of a comment; empty for anything else, and without a public profile. */
  by: string
}

const EXCERPT_CHARACTERS = 160

/** The first words of a comment. */
export function excerpt(text: string): string {
  return truncateText(text, EXCERPT_CHARACTERS)
}

interface CommentPlace {
  id: string
  episodeId: string
  onPicture: boolean
  /** When its frame is shown; null without a frame. */
  seconds: number | null
}

/** The watch page, with this comment in view: at its frame, if it is on the picture. */
export function commentPath({ id, episodeId, onPicture, seconds }: CommentPlace): string {
  if (onPicture && seconds !== null) return `/watch/${episodeId}?t=${Number(seconds.toFixed(3))}`
  return `/watch/${episodeId}?comment=${id}#comment-${id}`
}

/** 'English, Harbour Fire' */
export function subtitleTitle(label: string, episodeTitle: string): string {
  return `${label}, ${episodeTitle}`
}

export interface SubjectsParts {
  catalog: Pick<Catalog, 'find'>
  engagement: {
    comments: Pick<Engagement['comments'], 'find' | 'moderated'>
    notes: Pick<Engagement['notes'], 'find'>
  }
  creators: Pick<Creators, 'find'>
  subtitles: { moderation: Pick<Subtitles['moderation'], 'find'> }
}

/** Finds things of other rooms by their kind. */
export interface Subjects {
  /** @throws Refusal catalog.episode_not_found, engagement.comment_not_found, engagement.note_not_found, subtitles.not_found,
   *   creators.not_found */
  find(subject: SubjectName, viewer: Account | null): Promise<Subject>
  /** The subject, or null when it does not exist for this person. */
  tryFind(subject: SubjectName, viewer: Account | null): Promise<Subject | null>
}

export function createSubjects({ catalog, engagement, creators, subtitles }: SubjectsParts): Subjects {
  async function find({ kind, id }: SubjectName, viewer: Account | null): Promise<Subject> {
    switch (kind) {
      case 'episode': {
        const { title } = await catalog.find(id, viewer)
        return { kind, id, title, path: `/watch/${id}`, by: '' }
      }
      case 'comment': {
        const comment = await engagement.comments.find(id, viewer)
        return toCommentSubject(comment)
      }
      case 'note': {
        const note = await engagement.notes.find(id, viewer)
        return toCommentSubject(note)
      }
      case 'subtitle': {
        const text = await subtitles.moderation.find(id)
        if (!text?.isShown) throw new Refusal('subtitles.not_found')
        const { title } = await catalog.find(text.episodeId, viewer).catch(hideSubtitle)
        return { kind, id, title: subtitleTitle(text.label, title), path: `/watch/${text.episodeId}`, by: '' }
      }
      case 'creator': {
        const creator = isPossibleId(id) ? await creators.find(id) : null
        if (!creator) throw new Refusal('creators.not_found')
        return { kind, id, title: displayName(creator), path: `/creator/${id}`, by: '' }
      }
    }
  }

  /** One that is on the picture is reported and decided on as a note, however it was named. */
  async function toCommentSubject({ id, text, author }: Pick<Comment, 'id' | 'text' | 'author'>): Promise<Subject> {
    const facts = await engagement.comments.moderated(id)
    if (!facts) throw new Refusal('engagement.comment_not_found')
    const kind = facts.onPicture ? 'note' : 'comment'
    return { kind, id, title: excerpt(text), path: commentPath(facts), by: author.username }
  }

  return {
    find,
    tryFind: (subject, viewer) =>
      find(subject, viewer).catch((error: unknown) => {
        if (isRefusal(error)) return null
        throw error
      }),
  }
}

/** An episode that this person may not see has no subtitles for them. */
function hideSubtitle(cause: unknown): never {
  throw isRefusal(cause) ? new Refusal('subtitles.not_found') : cause
}
