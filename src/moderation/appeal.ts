/** Outcomes of an appeal: the decision stays, or is taken back. */
export const appealOutcomes = ['upheld', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]
