import type { AuditValues } from '#administration/audit.ts'
import type { ModerationMode, SiteSettings } from '#administration/site/site-settings.ts'
import { formatCount, formatDate } from '#app/ui/format.ts'
import type { CommentPolicy } from '#engagement/comments/comment-policy.ts'
import type { SignUpMode } from '#identity/sign-up-gate.ts'

interface ChoiceWords {
  title: string
  hint: string
}

export const signUpWords: Readonly<Record<SignUpMode, ChoiceWords>> = {
  open: { title: 'Open', hint: 'Anyone can sign up' },
  invite: { title: 'Invitation only', hint: 'With a code that an admin creates under Invitations' },
  closed: { title: 'Closed', hint: 'No new accounts; existing accounts are kept' },
}

export const moderationWords: Readonly<Record<ModerationMode, ChoiceWords>> = {
  flag: { title: 'Publish, then check', hint: 'Public right away, and marked NSFW if the check suggests it' },
  hold: {
    title: 'Check, then publish',
    hint: 'Held until the check finds nothing or a moderator decides. Without a check, a moderator always decides',
  },
}

export const commentPolicyWords: Readonly<Record<CommentPolicy, ChoiceWords>> = {
  open: { title: 'Open', hint: "Comments with more than two links are held for the episode's creator or a moderator" },
  hold_links: { title: 'Hold links', hint: 'Every comment with a link is held' },
  hold_all: { title: 'Hold all', hint: "Every comment is held, except the creator's own" },
  closed: { title: 'Closed', hint: 'No new comments; existing comments are kept' },
}

/** The settings, as the page and the audit log call them. */
export const settingNames: Readonly<Record<keyof SiteSettings, string>> = {
  announcement: 'Announcement',
  signUp: 'Sign-up',
  moderation: 'New episodes',
  commentPolicy: 'Comments',
}

/** The message in place of the sign-up form. */
export const SIGN_UP_CLOSED = 'Sign-ups are closed for now.'
export const SIGN_UP_BY_INVITATION = 'You need an invitation to sign up.'

export const CODE_TOLD_ONCE = 'Copy this code now. Hoshi stores only a hash and cannot show it again.'

/** How long an invitation works, as the form offers it: days, or none. */
export const invitationLengths = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '365', name: '1 year' },
  { value: '', name: 'Never' },
] as const

/** The sentence above the page after a change. */
export const siteDone = {
  settings: 'Settings saved. They take effect everywhere within a second.',
  invitation: 'Invitation revoked.',
} as const
export type SiteDone = keyof typeof siteDone

/** 'Used up', 'Expired', '18 of 20 left'. */
export function invitationState(
  { uses, usesLeft, expiresAt }: { uses: number; usesLeft: number; expiresAt: Date | null },
  now: Date,
): string {
  if (usesLeft === 0) return 'Used up'
  if (expiresAt !== null && expiresAt <= now) return 'Expired'
  return `${formatCount(usesLeft)} of ${formatCount(uses)} left`
}

/** 'Sign-up: Open → Closed', for one entry of the log. */
export function settingsChange(before: AuditValues, after: AuditValues): string {
  return Object.keys(after)
    .map((name) => `${nameOf(name)}: ${shownValue(name, before[name])} → ${shownValue(name, after[name])}`)
    .join(', ')
}

/** 'For 20 people, until Apr 1, 2036', for one entry of the log. */
export function invitationChange({ uses, expiresAt }: AuditValues): string {
  if (typeof uses !== 'number') return ''
  const people = uses === 1 ? 'one person' : `${formatCount(uses)} people`
  return `For ${people}${typeof expiresAt === 'string' ? `, until ${formatDate(new Date(expiresAt))}` : ''}`
}

function nameOf(setting: string): string {
  return Object.hasOwn(settingNames, setting) ? settingNames[setting as keyof SiteSettings] : setting
}

const wordsOf: Readonly<Record<string, Readonly<Record<string, ChoiceWords>>>> = {
  signUp: signUpWords,
  moderation: moderationWords,
  commentPolicy: commentPolicyWords,
}

function shownValue(setting: string, value: AuditValues[string] | undefined): string {
  const text = String(value ?? '')
  if (text === '') return 'none'
  return wordsOf[setting]?.[text]?.title ?? `“${text}”`
}
