/** Content warnings that an episode may have, in the order shown. */
export const contentNotes = ['gore', 'flashing', 'spoilers', 'loud'] as const
export type ContentNote = (typeof contentNotes)[number]
