import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/** @see docs/product.md#limits */
export const COMMENT_MAX_CHARACTERS = 2000
/** Comments that one person may make in a minute. */
export const COMMENTS_PER_MINUTE = 5
/** Comments on one page by default, and at most. */
export const COMMENTS_PAGE = 24
export const COMMENTS_PAGE_MAX = 60

/** A comment on an episode. */
export interface Comment {
  id: string
  text: string
  createdAt: Date
  /** `username` is the display name; empty without a public profile. */
  author: { uid: string; username: string }
}

export interface CommentPage {
  comments: Comment[]
  /** Exact number of comments on the episode. */
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
