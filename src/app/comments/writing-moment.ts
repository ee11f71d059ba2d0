/** The moment of the film that a new comment may belong to. */
export interface WritingMoment {
  /** Seconds of the film at the first key, or at the press that chose the moment; null while it follows the film. */
  seconds: number | null
  /** Whether the comment belongs to the moment. */
  isChosen: boolean
  /** Whether the comment is shown on the picture at that moment. */
  isOnPicture: boolean
}

/** The moment of a comment that is not begun. */
export const runningMoment: WritingMoment = { seconds: null, isChosen: false, isOnPicture: false }

/** The moment after an edit of the text: it stops at the first key, and follows the film again once the field is empty. */
export function afterTyping(moment: WritingMoment, text: string, now: number): WritingMoment {
  if (moment.isChosen) return moment
  if (text === '') return runningMoment
  return { ...moment, seconds: moment.seconds ?? now }
}

/** Makes the comment belong to the moment, or to the whole episode. @param text of the comment so far */
export function toggleMoment(moment: WritingMoment, text: string, now: number): WritingMoment {
  if (!moment.isChosen) return { ...moment, seconds: moment.seconds ?? now, isChosen: true }
  return afterTyping({ ...moment, isChosen: false, isOnPicture: false }, text, now)
}

/** Shows the comment on the picture at its moment, or takes it off the picture and leaves it at the moment. */
export function toggleOnPicture(moment: WritingMoment, now: number): WritingMoment {
  if (moment.isOnPicture) return { ...moment, isOnPicture: false }
  return { seconds: moment.seconds ?? now, isChosen: true, isOnPicture: true }
}
