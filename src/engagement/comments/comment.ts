import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import type { CommentPolicy } from './comment-policy.ts'

/** @see docs/product.md#limits */
export const COMMENT_MAX_CHARACTERS = 2000
/** Comments and replies that one person may make in a minute, and in 24 hours. */
export const COMMENTS_PER_MINUTE = 3
export const COMMENTS_PER_DAY = 60
/** A person cannot repeat a text within this time. */
export const REPEAT_MINUTES = 10
/** A comment with more links waits for the episode's creator. */
const COMMENT_MAX_LINKS = 2
/** Comments on one page by default, and at most. */
export const COMMENTS_PAGE = 24
export const COMMENTS_PAGE_MAX = 60
/** Replies that come with their comment. */
export const FIRST_REPLIES = 3

/** Orders of a list of comments. */
export const commentSorts = ['newest', 'top'] as const
export type CommentSort = (typeof commentSorts)[number]

/** A comment on an episode, or a reply to one, as one particular viewer may see it. */
export interface Comment {
  id: string
  text: string
  /** Number of the frame that it belongs to, from 0, in the order in which frames are shown; null for none. */
  frame: number | null
  /** Whether it is shown on the picture, at its frame: it is a timed note. */
  onPicture: boolean
  createdAt: Date
  /** Null until it is edited. */
  editedAt: Date | null
  /** `username` is the display name; both texts are empty without a public profile. */
  author: { uid: string; username: string; avatarUrl: string }
  /** Whether the episode's creator wrote it. */
  byCreator: boolean
  likes: number
  /** Whether the viewer likes it. */
  liked: boolean
  /** Whether the creator put it first; at most one of an episode. */
  pinned: boolean
  /** Hidden by the creator: only the creator and its author see it. */
  hidden: boolean
  /** Waits for the creator: only the creator and its author see it. */
  held: boolean
  /** Null for a comment that is no reply. */
  parentId: string | null
  /** The first ones, oldest first; empty for a reply. */
  replies: Comment[]
  /** Number of replies, without hidden and held ones. */
  replyCount: number
}

/** The part of a comment that is the same for every reader. */
export type CommentExcerpt = Pick<Comment, 'id' | 'text' | 'createdAt' | 'author' | 'parentId' | 'held'>

/** An account that a creator has blocked from commenting. */
export interface BlockedAccount {
  uid: string
  /** The display name; empty without a public profile, like the picture. */
  username: string
  avatarUrl: string
  blockedAt: Date
  /** Its newest comment on an episode of that creator; null without one. */
  lastComment: string | null
}

export interface CommentPage {
  comments: Comment[]
  /** Exact number of comments and replies that everybody sees; of replies, in a list of replies. */
  total: number
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** @throws Refusal engagement.comment_required, engagement.comment_invalid */
export function readComment(raw: string): string {
  const reading = readText(raw, { maxCharacters: COMMENT_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw new Refusal('engagement.comment_invalid', { field: 'text' })
  if (reading.text === '') throw new Refusal('engagement.comment_required', { field: 'text' })
  return reading.text
}

/** Whether a comment by another person waits for the episode's creator. Any `http(s)://` or `www.` begins a link. */
export function isHeldBack(text: string, policy: CommentPolicy): boolean {
  const linkCount = text.match(/https?:\/\/|(?<![\w/.])www\.\w/giu)?.length ?? 0
  return policy === 'hold_all' || linkCount > (policy === 'hold_links' ? 0 : COMMENT_MAX_LINKS)
}
