import { describe, expect, it } from 'vitest'
import { publicValues } from '#app/episodes/visibility-choice.ts'
import { connectionLost } from '#app/messages/failures.ts'
import {
  brokenRules,
  fileRefused,
  initialUploadState,
  isBusy,
  percentSent,
  progressAnnouncement,
  type Submission,
  submissionProblem,
  tooLong,
  type UploadEvent,
  type UploadState,
  uploadFailed,
  uploadReducer,
} from './upload-state.ts'

const file = { name: 'last_local.mp4', sizeBytes: 1000, durationSeconds: null }

function stateAfter(...events: UploadEvent[]): UploadState {
  return events.reduce(uploadReducer, initialUploadState)
}

const chosen: UploadEvent = { type: 'file chosen', file }
const submitted: UploadEvent = { type: 'submitted' }

describe('an upload', () => {
  it('goes from idle through sending, probing and saving to done', () => {
    const steps: UploadEvent[] = [
      chosen,
      submitted,
      { type: 'sent', bytes: 400 },
      { type: 'received' },
      { type: 'probed' },
      { type: 'saved', videoId: 'v1', episodeId: 'e1', title: 'Vega' },
    ]
    const phases = steps.map((_, index) => stateAfter(...steps.slice(0, index + 1)).phase)
    expect(phases).toEqual(['idle', 'sending', 'sending', 'probing', 'saving', 'done'])
    expect(stateAfter(...steps).saved).toEqual({ videoId: 'v1', episodeId: 'e1', title: 'Vega' })
  })

  it('is busy from submission until it is saved', () => {
    expect(isBusy(stateAfter(chosen))).toBe(false)
    expect(isBusy(stateAfter(chosen, submitted))).toBe(true)
    expect(isBusy(stateAfter(chosen, submitted, { type: 'received' }))).toBe(true)
    expect(isBusy(stateAfter(chosen, submitted, { type: 'received' }, { type: 'probed' }))).toBe(true)
    expect(
      isBusy(
        stateAfter(
          chosen,
          submitted,
          { type: 'received' },
          { type: 'probed' },
          { type: 'saved', videoId: 'v', episodeId: null, title: 'Vega' },
        ),
      ),
    ).toBe(false)
  })

  it('cannot be submitted twice, nor change its file while it runs', () => {
    const sending = stateAfter(chosen, submitted, { type: 'sent', bytes: 300 })
    expect(uploadReducer(sending, submitted)).toBe(sending)
    expect(uploadReducer(sending, { type: 'file chosen', file: { ...file, name: 'other.mp4' } })).toBe(sending)
  })

  it('skips no step', () => {
    const idle = stateAfter(chosen)
    for (const event of [
      { type: 'received' },
      { type: 'probed' },
      { type: 'saved', videoId: 'v', episodeId: null, title: 'Vega' },
    ] as const)
      expect(uploadReducer(idle, event)).toBe(idle)
  })

  it('keeps its file and sent bytes when it fails, so that a retry resumes', () => {
    const failed = stateAfter(
      chosen,
      submitted,
      { type: 'sent', bytes: 600 },
      { type: 'refused', problem: uploadFailed('x') },
    )
    expect(failed).toMatchObject({ phase: 'idle', file, sentBytes: 600, problem: { detail: 'x' } })
    expect(uploadReducer(failed, submitted)).toMatchObject({ phase: 'sending', problem: null, sentBytes: 600 })
  })

  it('reports a lost connection until bytes flow again', () => {
    const lost = stateAfter(chosen, submitted, { type: 'connection lost', seconds: 3 })
    expect(lost.retrySeconds).toBe(3)
    expect(uploadReducer(lost, { type: 'sent', bytes: 1 }).retrySeconds).toBeNull()
    expect(uploadReducer(lost, { type: 'received' }).retrySeconds).toBeNull()
  })

  it('shows the seconds until the next attempt, but announces only that it retries', () => {
    const lost = stateAfter(chosen, submitted, { type: 'connection lost', seconds: 3 })
    expect([connectionLost(3), connectionLost(0)]).toEqual([
      'Waiting for the network. Nothing is lost. Next try in 3\u00a0s.',
      'Waiting for the network. Nothing is lost.',
    ])
    expect(progressAnnouncement(lost, 10)).toBe('Waiting for the network. Nothing is lost.')
    expect(progressAnnouncement(uploadReducer(lost, { type: 'sent', bytes: 625 }), 10)).toBe('60% uploaded')
  })

  it('resets the sent bytes when it is cancelled, and keeps the file', () => {
    expect(stateAfter(chosen, submitted, { type: 'sent', bytes: 10 }, { type: 'cancelled' })).toMatchObject({
      phase: 'idle',
      file,
      sentBytes: 0,
    })
  })

  it('drops a file that is too long', () => {
    expect(stateAfter(chosen, { type: 'file dropped', problem: tooLong(740) })).toMatchObject({
      file: null,
      problem: { message: 'Video exceeds 10-minute limit.', at: 'file', durationSeconds: 740 },
    })
  })

  it('clears a problem with the next file', () => {
    expect(stateAfter({ type: 'file dropped', problem: tooLong(740) }, chosen).problem).toBeNull()
  })

  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [625, 62],
    [999, 99],
    [1000, 100],
  ])('%d of 1000 bytes are %d percent', (bytes, percent) => {
    expect(percentSent(stateAfter(chosen, submitted, { type: 'sent', bytes }))).toBe(percent)
  })
})

describe('a file that the server refuses', () => {
  it('is reported as too long, at the file, or else as a failed upload', () => {
    expect(fileRefused({ reasonCode: 'too_long' })).toEqual({
      message: 'Video exceeds 10-minute limit.',
      detail: 'The video is longer than 10 minutes. Shorten it, or split it into parts.',
      at: 'file',
    })
    expect(fileRefused({ reasonCode: 'truncated' })).toEqual({
      message: 'Upload failed. Please try again.',
      detail: 'The end of the file is missing. Copy or export it again in full, then upload it.',
      at: 'submit',
    })
  })
})

describe('submitting', () => {
  const valid: Submission = {
    ...publicValues,
    isSignedIn: true,
    isCreator: true,
    title: 'Vega',
    genre: 'Fantasy',
    hasFile: true,
  }
  const cases: [string, Partial<Submission>][] = [
    ['You must be logged in.', { isSignedIn: false }],
    ['Only creators can upload content.', { isCreator: false }],
    ['Please enter a title.', { title: '  ' }],
    ['Please enter a genre.', { genre: '' }],
    ['Please select a video file.', { hasFile: false }],
  ]

  it('passes when nothing is missing', () => {
    expect(submissionProblem(valid)).toBeNull()
  })

  it.each(cases)('reports %j', (message, change) => {
    expect(submissionProblem({ ...valid, ...change })?.message).toBe(message)
  })

  it('reports the first of several problems in the specified order', () => {
    for (const [index, [message]] of cases.entries()) {
      const rest = Object.assign({}, ...cases.slice(index).map(([, change]) => change))
      expect(submissionProblem({ ...valid, ...rest })?.message).toBe(message)
    }
  })

  it('reports all fields at once, and those of nobody who may not upload', () => {
    const empty = { ...valid, title: '', genre: '', hasFile: false }
    expect(submissionProblem(empty)).toMatchObject({
      at: 'fields',
      fields: [
        { field: 'title', message: 'Please enter a title.' },
        { field: 'genre', message: 'Please enter a genre.' },
        { field: 'file', message: 'Please select a video file.' },
      ],
    })
    expect(submissionProblem({ ...empty, isCreator: false })).toEqual({
      message: 'Only creators can upload content.',
      detail: null,
      at: 'submit',
    })
  })

  it('forgets what was said about the file once there is one', () => {
    const problem = submissionProblem({ ...valid, title: '', hasFile: false })!
    const chosen: UploadEvent = { type: 'file chosen', file: { name: 'a.mp4', sizeBytes: 1, durationSeconds: null } }
    const state = uploadReducer(uploadReducer(initialUploadState, { type: 'refused', problem }), chosen)
    expect(state.problem?.fields).toEqual([{ field: 'title', message: 'Please enter a title.' }])
  })
})

describe('a schedule', () => {
  const submission = { isSignedIn: true, isCreator: true, title: 'Vega', genre: 'Drama', hasFile: true } as const
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

  it('needs a time in the future', () => {
    const check = (publishAt: string) => brokenRules({ ...submission, visibility: 'scheduled', publishAt })
    expect(check('')).toEqual(['catalog.publish_at_required'])
    expect(check('2020-01-01T00:00:00.000Z')).toEqual(['catalog.publish_at_invalid'])
    expect(check(inAnHour())).toEqual([])
  })

  it('is checked after everything else, and for no other visibility', () => {
    const scheduled = { ...submission, visibility: 'scheduled', publishAt: '' } as const
    expect(brokenRules({ ...scheduled, hasFile: false })).toEqual(['video.file_missing', 'catalog.publish_at_required'])
    for (const visibility of ['public', 'unlisted', 'private'] as const)
      expect(brokenRules({ ...scheduled, visibility })).toEqual([])
  })
})
