import { describe, expect, it } from 'vitest'
import { defaultOpenness, mapOpenness } from '#catalog/episode-metadata.ts'
import { noGrowth } from '#engagement/growth.ts'
import { genreOf, readOwnRow, titleOf } from './own-row.ts'

describe('a row from outside', () => {
  it('is read with all its fields', () => {
    const raw = {
      id: 'e1',
      videoId: 'v1',
      title: 'Vega',
      description: 'One cut.',
      genre: 'Drama',
      tags: ['night'],
      nsfw: true,
      nsfwReason: 'Marked by a moderator',
      visibility: 'scheduled',
      publishAt: '2026-02-01T18:00:00.000Z',
      contentNotes: ['gore'],
      ...mapOpenness((name) => !defaultOpenness[name]),
      embedSites: ['https://one.example'],
      seriesId: 's1',
      seriesNumber: 3,
      date: '2026-01-01T00:00:00.000Z',
      durationSeconds: 4.2,
      poster: '/media/v1/poster.jpg',
      hasChosenPoster: true,
      held: true,
      storyboard: '/media/v1/storyboard.vtt',
      width: 1280,
      height: 720,
      replacement: {
        videoId: 'v2',
        name: 'cut.mp4',
        status: { state: 'queued', percentComplete: 0, step: 'waiting', stepParameters: { ahead: 2 } },
      },
      views: 3,
      likes: 2,
      comments: 1,
      growth: { views: { recent: 2, before: 1 }, likes: { recent: 2, before: 0 }, comments: { recent: 1, before: 0 } },
      status: {
        state: 'error',
        percentComplete: 0,
        reasonCode: 'truncated',
      },
      sameAs: { videoId: 'v0', name: 'one.mp4', episodeId: 'e0', title: 'One' },
    }
    expect(readOwnRow({ ...raw, creatorId: 'somebody' })).toEqual(raw)
  })

  it('has 0 for missing numbers, and null for an invalid date', () => {
    expect(readOwnRow({ id: 'e1', date: 'soon' })).toMatchObject({
      views: 0,
      likes: 0,
      comments: 0,
      growth: noGrowth,
      date: null,
      tags: [],
      ...defaultOpenness,
    })
  })

  it.each([null, undefined, 'e1', 7, {}, { id: '' }])('is null when it is %j', (raw) => {
    expect(readOwnRow(raw)).toBeNull()
  })
})

describe('a missing title or genre', () => {
  it('has a placeholder', () => {
    expect(titleOf({ title: ' ' })).toBe('Untitled Episode')
    expect(genreOf({ genre: '' })).toBe('Not specified')
  })
})
