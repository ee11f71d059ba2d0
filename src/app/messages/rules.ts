import type { ReasonCode, RuleId, SubjectKind } from '#moderation/rules.ts'

interface RuleText {
  title: string
  text: string
}

/** The rules, as `/rules` shows them and decisions quote them. @see docs/product.md#rules */
export const ruleTexts: Readonly<Record<RuleId, RuleText>> = {
  '1': {
    title: 'Nothing that harms children',
    text: 'Do not show anyone under 18 in a sexual way or put a child in danger, drawn or filmed.',
  },
  '2': {
    title: 'Your own work',
    text: 'Upload only work that you made or have the right to show.',
  },
  '3': {
    title: 'Mark adult scenes',
    text: 'Nudity, sex, or graphic blood that stays on screen for more than a moment needs the NSFW mark and a reason.',
  },
  '4': {
    title: 'No hate, no harassment',
    text: 'Criticize an episode as much as you like. Do not attack a person, or a group for who they are.',
  },
  '5': {
    title: 'No real harm',
    text: 'No threats, no glorification of self-harm, and no instructions that could get someone hurt.',
  },
  '6': {
    title: 'Warn about flashing lights',
    text: 'An episode with bright light that flashes more than three times per second needs the content note "Flashing lights".',
  },
  '7': {
    title: 'No spam, no false titles',
    text: 'An episode must match its title. Advertising and repeated posts will be removed.',
  },
  '8': {
    title: 'No unmarked spoilers',
    text: 'An episode that gives away a story needs the content note "Spoilers". Keep spoilers out of titles, comments and notes.',
  },
  '9': {
    title: 'Say how it was made',
    text: 'Use "Made by people" only for episodes made by people.',
  },
}

interface ReasonText {
  title: string
  /** One line of explanation. */
  hint: string
}

/** The reasons of a report, as its form shows them. */
export const reasonTexts: Readonly<Record<ReasonCode, ReasonText>> = {
  not_marked_nsfw: { title: 'Not marked NSFW', hint: 'Nudity, sex or graphic blood without the NSFW mark' },
  child_safety: { title: 'Child safety', hint: 'Anyone under 18 is involved. We read these first' },
  hate: { title: 'Hate or harassment', hint: 'Against a person or a group' },
  real_harm: { title: 'Real harm', hint: 'Threats, self-harm or dangerous instructions' },
  flashing: { title: 'Flashing without a warning', hint: 'Bright light that flashes more than three times per second' },
  copied: { title: 'Copied work', hint: 'Not made by this creator' },
  spam: { title: 'Spam or misleading', hint: 'Not what the title says' },
  spoiler: { title: 'Spoils the story', hint: 'Gives away how it ends' },
  not_human_made: { title: 'Not made by people', hint: 'The creator says it is, but it is not' },
  something_else: { title: 'Something else', hint: 'Describe it below' },
}

const commentTexts: Partial<Record<ReasonCode, ReasonText>> = {
  spam: { title: 'Spam', hint: 'Advertising or repeated posts' },
  spoiler: { title: 'Spoils the story', hint: 'The creator can hide it right away' },
}

const subtitleTexts: Partial<Record<ReasonCode, ReasonText>> = {
  copied: { title: 'Copied work', hint: 'Someone else wrote these lines' },
  spam: { title: 'Spam or misleading', hint: 'Not what is said in the episode' },
}

const profileTexts: Partial<Record<ReasonCode, ReasonText>> = {
  copied: { title: 'Copied work', hint: "Someone else's name, picture or episodes" },
  spam: { title: 'Spam or misleading', hint: 'Advertising or misleading links' },
}

const textsOf: Readonly<Record<SubjectKind, Partial<Record<ReasonCode, ReasonText>>>> = {
  episode: {},
  comment: commentTexts,
  note: commentTexts,
  subtitle: subtitleTexts,
  creator: profileTexts,
}

/** The words of a reason for a thing of this kind. */
export function reasonText(code: ReasonCode, kind: SubjectKind): ReasonText {
  return textsOf[kind][code] ?? reasonTexts[code]
}

/** 'Rule 3, Mark adult scenes' */
export function ruleName(id: RuleId): string {
  return `Rule ${id}, ${ruleTexts[id].title}`
}
