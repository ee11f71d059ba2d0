import type { ReasonCode, RuleId, SubjectKind } from '#moderation/rules.ts'

interface RuleText {
  title: string
  text: string
}

/** The rules, as `/rules` shows them and decisions quote them. @see docs/product.md#rules */
export const ruleTexts: Readonly<Record<RuleId, RuleText>> = {
  '1': {
    title: 'Nothing that harms children',
    text: 'Nothing here shows anyone under 18 in a sexual way or puts a child in danger, drawn or filmed.',
  },
  '2': {
    title: "Other people's films",
    text: 'Upload what you drew, or what you may show.',
  },
  '3': {
    title: 'Adult scenes carry the mark',
    text: 'Nudity, sex, or strong blood that stays in the picture for more than a moment needs the NSFW mark and a reason.',
  },
  '4': {
    title: 'No hate, no harassment',
    text: 'Say what you like about a film. Do not go after a person, or a group for who they are.',
  },
  '5': {
    title: 'No real harm',
    text: 'No threats, no praise of self-harm, and no instructions that get somebody hurt.',
  },
  '6': {
    title: 'Flashing carries a warning',
    text: 'Bright light that flashes more than three times a second needs the note for flashing.',
  },
  '7': {
    title: 'No spam, no false titles',
    text: 'A film is what its title says. Advertising, and the same thing many times over, does not stay.',
  },
  '8': {
    title: 'Endings are not given away',
    text: 'What gives away a story needs the note for spoilers, and does not belong in a title, a comment or a note.',
  },
  '9': {
    title: 'Say how it was made',
    text: 'What is called made by people is made by people.',
  },
}

interface ReasonText {
  title: string
  /** One line of explanation. */
  hint: string
}

/** The reasons of a report, as its form shows them. */
export const reasonTexts: Readonly<Record<ReasonCode, ReasonText>> = {
  not_marked_nsfw: { title: 'Not marked NSFW', hint: 'Nudity, sex or strong blood without the mark' },
  child_safety: { title: 'Child safety', hint: 'Anyone under 18. Read first, day and night' },
  hate: { title: 'Hate or harassment', hint: 'Against a person or a group' },
  real_harm: { title: 'Real harm', hint: 'Threats, self-harm, dangerous how-to' },
  flashing: { title: 'Flashing without a warning', hint: 'Bright light, faster than three a second' },
  copied: { title: 'Copied work', hint: 'Not drawn by this creator' },
  spam: { title: 'Spam or misleading', hint: 'Another film than the title says' },
  spoiler: { title: 'Spoils the story', hint: 'Gives away how it ends' },
  not_human_made: { title: 'Not made by people', hint: 'Though the creator says that it is' },
  something_else: { title: 'Something else', hint: 'Say it in your own words below' },
}

const commentTexts: Partial<Record<ReasonCode, ReasonText>> = {
  spam: { title: 'Spam', hint: 'Advertising, the same thing many times' },
  spoiler: { title: 'Spoils the story', hint: 'The creator can hide it right away' },
}

const subtitleTexts: Partial<Record<ReasonCode, ReasonText>> = {
  copied: { title: 'Copied work', hint: 'Somebody else wrote these lines' },
  spam: { title: 'Spam or misleading', hint: 'Not what is said in the film' },
}

const profileTexts: Partial<Record<ReasonCode, ReasonText>> = {
  copied: { title: 'Copied work', hint: "Somebody else's name, picture or films" },
  spam: { title: 'Spam or misleading', hint: 'Advertising, or links that lead elsewhere' },
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

/** 'Rule 3, Adult scenes carry the mark' */
export function ruleName(id: RuleId): string {
  return `Rule ${id}, ${ruleTexts[id].title}`
}
