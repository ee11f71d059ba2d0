/** Marks a form in which a missing `commentsOpen`, `framesOpen` or `translationsOpen` means that they are closed. */
export const ASKS_OPENNESS = 'asksOpenness'
