import { episodeId, videoId } from './ids.ts'

const media = `/media/${videoId}`

export const newVideoExample = { name: 'paper-boats.mp4', sizeBytes: 48_210_944 }

export const uploadUrlExample = {
  uid: videoId,
  uploadURL: 'https://hoshi.example/api/uploads/k3v9d0q6m2x8r5t1y7b4n0c6zw',
  protocols: ['tus' as const, 'post' as const],
  expiresAt: '2026-03-02T09:31:00.000Z',
  maxDurationSeconds: 600,
}

export const readyStatus = { state: 'ready' as const, percentComplete: 100 }

export const videoExample = {
  uid: videoId,
  status: readyStatus,
  durationSeconds: 124.5,
  width: 1920,
  height: 1080,
  frameRate: { numerator: 24000, denominator: 1001 },
  views: 128,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sameAs: null,
  playback: {
    hls: `${media}/master-snbupmz9zacpwi5sazsjh1caub.m3u8`,
    poster: `${media}/poster-eb2wea387kbwc2svnq4dfp0nrh.webp`,
    preview: `${media}/preview-s7p2j6iymin8sspv9aqwc85n0q.mp4`,
    storyboard: `${media}/storyboard-6k9kqttexiwqqagjxgs1kjxi9w.vtt`,
  },
  hasChosenPoster: false,
}

export const sameFileExample = { videoId, name: newVideoExample.name, episodeId, title: 'Paper boats' }
