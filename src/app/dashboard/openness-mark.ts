/** Marks a form in which a missing flag means that viewers lack the permission. */
export const ASKS_OPENNESS = 'asksOpenness'
