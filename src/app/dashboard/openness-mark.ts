/** Marks a form in which a missing flag of what viewers may do means that they may not. */
export const ASKS_OPENNESS = 'asksOpenness'
