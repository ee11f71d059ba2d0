import { describe, expect, it } from 'vitest'
import type { VideoStatus } from '#video/video.ts'
import { progressBesideEncoding, progressText } from './video-progress.ts'

const working = (status: Partial<VideoStatus>): VideoStatus => ({ state: 'inprogress', percentComplete: 0, ...status })
const renditions = { lowest: '360p', highest: '720p' }

describe('the progress of a video, as text', () => {
  it.each<[string, VideoStatus]>([
    ['Waiting for the upload', { state: 'pendingupload', percentComplete: 0 }],
    ['In queue', { state: 'queued', percentComplete: 0, step: 'received' }],
    ['In queue', working({ step: 'waiting' })],
    ['In queue', { state: 'queued', percentComplete: 5 }],
    ['Next in queue', working({ step: 'waiting', stepParameters: { ahead: 0 } })],
    ['In queue, 2 ahead', { state: 'queued', percentComplete: 0, step: 'waiting', stepParameters: { ahead: 2 } }],
    ['Waiting for the server · 12%', working({ step: 'waiting_for_server', percentComplete: 12 })],
    ['Checking the file', working({ step: 'probing' })],
    ['Preparing', working({ step: 'preparing' })],
    ['Encoding 360p to 720p · 40%', working({ step: 'encoding', stepParameters: renditions, percentComplete: 40.9 })],
    ['Encoding · 40%', working({ step: 'encoding', percentComplete: 40 })],
    ['Processing', working({})],
  ])('is ‘%s’', (text, status) => {
    expect(progressText(status)).toBe(text)
  })

  it('does not repeat the word ‘Encoding’ beside it', () => {
    const one = { lowest: '360p', highest: '360p' }
    expect(progressBesideEncoding(working({ step: 'encoding', stepParameters: one }))).toBe('360p')
    expect(progressBesideEncoding(working({ step: 'encoding', percentComplete: 7 }))).toBe('7%')
    expect(progressBesideEncoding(working({ step: 'waiting', stepParameters: { ahead: 1 } }))).toBe('In queue, 1 ahead')
  })
})
