import { metadataExample } from '#catalog/episode-metadata-schemas.server.ts'
import { profileExample } from './accounts.ts'
import { episodeId, uid, videoId } from './ids.ts'
import { videoExample } from './videos.ts'

const creditExample = { name: 'Rafa Sunada', role: 'Music' }

export const newEpisodeExample = { ...metadataExample, videoId, credits: [creditExample] }

export const episodeChangesExample = {
  title: 'Paper boats, the first letter',
  tags: ['short', 'rain'],
  embedSites: ['https://blog.example.com'],
}

export const episodeExample = {
  id: episodeId,
  ...metadataExample,
  nsfwReason: '',
  date: '2026-03-01T10:00:00.000Z',
  visibility: 'public' as const,
  publishAt: null,
  credits: [creditExample],
  creatorId: uid,
  videoId,
  trending: false,
  founderBadge: true,
  views: 128,
  likes: 17,
  comments: 2,
  lastViewed: '2026-03-04T18:22:10.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  durationSeconds: videoExample.durationSeconds,
  poster: videoExample.playback.poster,
  preview: videoExample.playback.preview,
  files: [
    {
      height: 720,
      width: 1280,
      sizeBytes: 14_482_190,
      url: `/media/${videoId}/file-b4kx8zj2w6v0m1q9t3s7r5c2yn.mp4`,
    },
  ],
  seriesId: null as string | null,
  seriesNumber: null as number | null,
  creator: {
    uid,
    username: profileExample.username,
    avatarUrl: profileExample.avatarUrl,
    founderBadge: profileExample.founderBadge,
  },
}

export const nextEpisodeExample = {
  ...episodeExample,
  id: 'u0z6v1q8r5t3y7b4n2c9d6k0m1',
  reason: 'similar' as const,
  reasonText: 'Also Drama',
}

export const episodesExample = { episodes: [episodeExample], total: 1, nextCursor: null }

export const playExample = { kind: 'watch' as const, visitId: 'visit-5c1f0e' }

export const namingCreditsExample = {
  credits: [
    {
      id: 'w2dzs8b0x4ghqj6tk1m9v5r7cy',
      ...creditExample,
      state: 'asked' as const,
      askedAt: '2026-03-01T10:00:00.000Z',
      episode: { id: episodeId, title: metadataExample.title, poster: videoExample.playback.poster },
      creator: { uid, username: profileExample.username, avatarUrl: profileExample.avatarUrl },
    },
  ],
  total: 1,
  nextCursor: null,
}

export const oembedExample = {
  version: '1.0' as const,
  type: 'video' as const,
  title: metadataExample.title,
  author_name: profileExample.username,
  author_url: `https://hoshi.example/creator/${uid}`,
  provider_name: 'Hoshi' as const,
  provider_url: 'https://hoshi.example/',
  cache_age: 3600,
  html: `<iframe src="https://hoshi.example/embed/${episodeId}" width="640" height="360" title="${metadataExample.title}"></iframe>`,
  width: 640,
  height: 360,
}
