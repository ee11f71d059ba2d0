import { isRefusal, Refusal, type RefusalCode } from '#platform/refusal.ts'

/** The refusals of comments by the codes that they have where a comment on the picture is called a note. */
const noteCodes: Partial<Record<RefusalCode, RefusalCode>> = {
  'engagement.comment_not_found': 'engagement.note_not_found',
  'engagement.comment_not_yours': 'engagement.note_not_yours',
  'engagement.episode_creator_only': 'engagement.note_creator_only',
  'engagement.hidden_by_moderator': 'engagement.note_hidden_by_moderator',
}

/** The result of an action on a comment on the picture. @throws Refusal by the codes of notes */
export async function asNote<Result>(action: Promise<Result>): Promise<Result> {
  try {
    return await action
  } catch (error) {
    const code = isRefusal(error) ? noteCodes[error.code] : undefined
    throw code ? new Refusal(code) : error
  }
}
