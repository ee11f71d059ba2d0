/** Marks a form in which a missing `commentsOpen` or `framesOpen` means that they are closed. */
export const ASKS_OPENNESS = 'asksOpenness'
