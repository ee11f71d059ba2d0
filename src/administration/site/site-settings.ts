import type { CommentPolicy } from '#engagement/comments/comment-policy.ts'
import type { SignUpMode } from '#identity/sign-up-gate.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/**
 * Episodes that were not checked yet are public, and marked where their check suggests that; or they are held back until
 * the check or a moderator lets them through. @see docs/product.md#held-episodes
 */
export const moderationModes = ['flag', 'hold'] as const
export type ModerationMode = (typeof moderationModes)[number]

/** Decisions of admins for the whole site, which they change while it runs. @see docs/product.md#the-site */
export interface SiteSettings {
  /** Plain text on top of every page; empty for none. */
  announcement: string
  signUp: SignUpMode
  moderation: ModerationMode
  commentPolicy: CommentPolicy
}

/** @see docs/product.md#limits */
export const ANNOUNCEMENT_MAX_CHARACTERS = 300

/** Reads an announcement into one line. @throws Refusal moderation.announcement_invalid */
export function readAnnouncement(raw: string): string {
  const reading = readText(raw, { maxCharacters: ANNOUNCEMENT_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw new Refusal('moderation.announcement_invalid', { field: 'announcement' })
  return reading.text.replaceAll(/\s*[\n\t]\s*/g, ' ')
}

/** The given settings that differ from the present ones; the others are left out. */
export function changedSettings(present: SiteSettings, given: Partial<SiteSettings>): Partial<SiteSettings> {
  const names = Object.keys(present) as (keyof SiteSettings)[]
  const changed = names.filter((name) => given[name] !== undefined && given[name] !== present[name])
  return Object.fromEntries(changed.map((name) => [name, given[name]]))
}
