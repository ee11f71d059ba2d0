import { episodeExample } from './episodes.ts'

const heldEpisode = { ...episodeExample, liked: false, positionSeconds: 61.5 }

const listed = <E extends object>(one: E) => ({ episodes: [one], total: 1, nextCursor: null })

export const continueExample = listed({ ...heldEpisode, watchedAt: '2026-03-05T19:02:00.000Z' })

export const historyExample = { ...continueExample, paused: false }

export const watchLaterExample = listed({ ...heldEpisode, addedAt: '2026-03-05T18:40:00.000Z' })

export const likedExample = listed({ ...heldEpisode, liked: true, likedAt: '2026-03-04T18:26:00.000Z' })
