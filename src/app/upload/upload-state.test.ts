import { describe, expect, it } from 'vitest'
import {
  connectionLost,
  fileRefused,
  firstProblem,
  initialUploadState,
  isBusy,
  percentSent,
  type Submission,
  spokenFor,
  tooLong,
  type UploadEvent,
  type UploadState,
  uploadFailed,
  uploadReducer,
} from './upload-state.ts'

const file = { name: 'last_local.mp4', sizeBytes: 1000, lengthSeconds: null }

function stateAfter(...events: UploadEvent[]): UploadState {
  return events.reduce(uploadReducer, initialUploadState)
}

const chosen: UploadEvent = { type: 'file chosen', file }
const submitted: UploadEvent = { type: 'submitted' }

describe('an upload', () => {
  it('goes from idle over sending, measuring and saving to done', () => {
    const steps: UploadEvent[] = [
      chosen,
      submitted,
      { type: 'sent', bytes: 400 },
      { type: 'received' },
      { type: 'measured' },
      { type: 'saved', videoId: 'v1', title: 'Vega' },
    ]
    const phases = steps.map((_, index) => stateAfter(...steps.slice(0, index + 1)).phase)
    expect(phases).toEqual(['idle', 'sending', 'sending', 'measuring', 'saving', 'done'])
    expect(stateAfter(...steps).saved).toEqual({ videoId: 'v1', title: 'Vega' })
  })

  it('is busy from the submit until it is saved', () => {
    expect(isBusy(stateAfter(chosen))).toBe(false)
    expect(isBusy(stateAfter(chosen, submitted))).toBe(true)
    expect(isBusy(stateAfter(chosen, submitted, { type: 'received' }))).toBe(true)
    expect(isBusy(stateAfter(chosen, submitted, { type: 'received' }, { type: 'measured' }))).toBe(true)
    expect(
      isBusy(
        stateAfter(
          chosen,
          submitted,
          { type: 'received' },
          { type: 'measured' },
          { type: 'saved', videoId: 'v', title: 'Vega' },
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
      { type: 'measured' },
      { type: 'saved', videoId: 'v', title: 'Vega' },
    ] as const)
      expect(uploadReducer(idle, event)).toBe(idle)
  })

  it('keeps its file and what was sent when it fails, so that trying again continues', () => {
    const failed = stateAfter(
      chosen,
      submitted,
      { type: 'sent', bytes: 600 },
      { type: 'refused', problem: uploadFailed('x') },
    )
    expect(failed).toMatchObject({ phase: 'idle', file, sentBytes: 600, problem: { detail: 'x' } })
    expect(uploadReducer(failed, submitted)).toMatchObject({ phase: 'sending', problem: null, sentBytes: 600 })
  })

  it('says that it looks for the connection until bytes flow again', () => {
    const lost = stateAfter(chosen, submitted, { type: 'connection lost', seconds: 3 })
    expect(lost.retrySeconds).toBe(3)
    expect(uploadReducer(lost, { type: 'sent', bytes: 1 }).retrySeconds).toBeNull()
    expect(uploadReducer(lost, { type: 'received' }).retrySeconds).toBeNull()
  })

  it('shows the seconds until the next try, and says only that it tries', () => {
    const lost = stateAfter(chosen, submitted, { type: 'connection lost', seconds: 3 })
    expect([connectionLost(3), connectionLost(0)]).toEqual([
      'Connection lost. Trying again… Next try in 3\u00a0s.',
      'Connection lost. Trying again…',
    ])
    expect(spokenFor(lost, 10)).toBe('Connection lost. Trying again…')
    expect(spokenFor(uploadReducer(lost, { type: 'sent', bytes: 625 }), 10)).toBe('60% uploaded')
  })

  it('forgets what was sent when it is cancelled, and keeps the file', () => {
    expect(stateAfter(chosen, submitted, { type: 'sent', bytes: 10 }, { type: 'cancelled' })).toMatchObject({
      phase: 'idle',
      file,
      sentBytes: 0,
    })
  })

  it('drops a file that is too long', () => {
    expect(stateAfter(chosen, { type: 'file dropped', problem: tooLong(740) })).toMatchObject({
      file: null,
      problem: { sentence: 'Video exceeds 10-minute limit.', at: 'file', lengthSeconds: 740 },
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
  it('has the sentence of its length, at the file, or that of a failed upload', () => {
    const reason = 'The video is longer than 10 minutes.'
    expect(fileRefused({ reasonCode: 'too_long', reason })).toEqual({
      sentence: 'Video exceeds 10-minute limit.',
      detail: reason,
      at: 'file',
    })
    expect(fileRefused({ reasonCode: 'truncated', reason: 'Its end is missing.' })).toEqual({
      sentence: 'Upload failed. Please try again.',
      detail: 'Its end is missing.',
      at: 'submit',
    })
  })
})

describe('submitting', () => {
  const whole: Submission = { isSignedIn: true, role: 'creator', title: 'Vega', genre: 'Fantasy', hasFile: true }
  const wrong: [string, Partial<Submission>][] = [
    ['You must be logged in.', { isSignedIn: false }],
    ['Only creators can upload content.', { role: 'viewer' }],
    ['Please enter a title.', { title: '  ' }],
    ['Please enter a genre.', { genre: '' }],
    ['Please select a video file.', { hasFile: false }],
  ]

  it('passes when everything is there', () => {
    expect(firstProblem(whole)).toBeNull()
  })

  it.each(wrong)('says %j', (sentence, part) => {
    expect(firstProblem({ ...whole, ...part })?.sentence).toBe(sentence)
  })

  it('names the first of several problems in the decided order', () => {
    for (const [place, [sentence]] of wrong.entries()) {
      const rest = Object.assign({}, ...wrong.slice(place).map(([, part]) => part))
      expect(firstProblem({ ...whole, ...rest })?.sentence).toBe(sentence)
    }
  })
})
