import { describe, expect, it } from 'vitest'
import { encodingStep, isInQueue, parseStep } from './video-step.ts'

describe('the stored step of a video', () => {
  it('is read as a code', () => {
    expect(parseStep('preparing')).toEqual({ step: 'preparing' })
    expect(parseStep('encoding')).toEqual({ step: 'encoding' })
  })

  it('names the smallest and the largest rendition of an encode', () => {
    const stored = encodingStep([{ name: '360p' }, { name: '480p' }, { name: '720p' }])
    expect(parseStep(stored)).toEqual({ step: 'encoding', stepParameters: { lowest: '360p', highest: '720p' } })
    const one = encodingStep([{ name: '360p' }])
    expect(parseStep(one)).toEqual({ step: 'encoding', stepParameters: { lowest: '360p', highest: '360p' } })
  })

  it('is absent when it is empty or unknown', () => {
    expect([parseStep(''), parseStep('Dreaming'), parseStep('dreaming a b')]).toEqual([null, null, null])
  })

  it('may be a text of the version before', () => {
    expect(parseStep('Waiting for the server')).toEqual({ step: 'waiting_for_server' })
    expect(isInQueue({ state: 'inprogress', step: 'Waiting' })).toBe(true)
  })
})

describe('a queue position', () => {
  it('belongs to a received video, and to one that waits to be encoded', () => {
    expect(isInQueue({ state: 'queued', step: 'received' })).toBe(true)
    expect(isInQueue({ state: 'inprogress', step: 'waiting' })).toBe(true)
  })

  it('belongs to no other', () => {
    expect(isInQueue({ state: 'inprogress', step: 'encoding 360p 360p' })).toBe(false)
    expect(isInQueue({ state: 'ready', step: 'waiting' })).toBe(false)
    expect(isInQueue({ state: 'pendingupload', step: '' })).toBe(false)
  })
})
