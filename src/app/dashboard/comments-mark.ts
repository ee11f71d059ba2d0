/** Marks a form in which a missing `commentsOpen` means that comments are closed. */
export const ASKS_COMMENTS = 'asksComments'
