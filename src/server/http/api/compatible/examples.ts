/** Examples in the description of the compatible API: one video being uploaded, and the same one when it plays. */

const uid = '800ddaaikcdbcqj1psa9g4mj0m'
const site = 'https://hoshi.example'

export const directUploadExample = {
  maxDurationSeconds: 300,
  meta: { name: 'Paper boats' },
  expiry: '2099-03-01T10:30:00Z',
}

export const directUploadResultExample = {
  uid,
  uploadURL: `${site}/api/uploads/9q1ndjdcm1qrqvdwzfwb1x3bba`,
}

export const editExample = {
  meta: { name: 'Paper boats' },
  allowedOrigins: ['studio.example'],
  thumbnailTimestampPct: 0.25,
}

export const serviceVideoExample = {
  uid,
  meta: editExample.meta,
  created: '2026-03-01T09:30:00.000Z',
  modified: '2026-03-01T09:31:20.000Z',
  uploaded: '2026-03-01T09:31:02.000Z',
  duration: 93.84,
  maxDurationSeconds: directUploadExample.maxDurationSeconds,
  size: 48_211_034,
  input: { width: 1920, height: 1080 },
  readyToStream: true,
  readyToStreamAt: '2026-03-01T09:31:20.000Z',
  requireSignedURLs: false as const,
  allowedOrigins: editExample.allowedOrigins,
  status: { state: 'ready' as const, pctComplete: '100.000000', errorReasonCode: '', errorReasonText: '' },
  thumbnail: `${site}/media/${uid}/poster-eb2wea387kbwc2svnq4dfp0nrh.webp`,
  thumbnailTimestampPct: editExample.thumbnailTimestampPct,
  preview: `${site}/${uid}/iframe`,
  playback: { hls: `${site}/media/${uid}/master-snbupmz9zacpwi5sazsjh1caub.m3u8`, views: 12 },
}
