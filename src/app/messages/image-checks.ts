import type { ClassificationFailure } from '#moderation/images/image-moderation.ts'

/** Public names of the classes of image moderation; other classes keep the service's names. */
const classWords: Readonly<Record<string, string>> = {
  Porn: 'sexual content',
  Hentai: 'drawn sexual content',
  Sexy: 'suggestive content',
}

/** The public reason of an NSFW mark that image moderation set, until a person has looked at it. */
export function automaticMark(suggestion: { class: string }): string {
  const { class: name } = suggestion
  return `Marked automatically: ${Object.hasOwn(classWords, name) ? classWords[name] : name}, awaiting review`
}

/** 'Sexy 61 %', as moderators read it. */
export function suggestionName({ class: name, score }: { class: string; score: number }): string {
  return `${name} ${Math.round(score * 100)}%`
}

/** Why the image moderation has no suggestion, after 'Its pictures could not be checked: '. */
export const failureWords: Readonly<Record<ClassificationFailure, string>> = {
  unreachable: 'the service could not be reached.',
  refused: 'the service refused them.',
  late: 'the service took too long.',
  too_large: 'the response from the service was too large.',
  not_json: 'the response from the service could not be read.',
  out_of_range: 'the response from the service had no usable scores.',
  crashed: 'the classifier stopped.',
}
