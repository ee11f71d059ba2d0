/** Marks by which moderators look for episodes. */
export const listedMarks = ['nsfw', 'limited', 'taken_down', 'held'] as const
export type ListedMark = (typeof listedMarks)[number]
