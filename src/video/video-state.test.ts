import { expect, it } from 'vitest'
import { failureReasons } from './failure-reasons.ts'
import { mayBeRetried } from './video-state.ts'

it('offers a retry only where the file was accepted', () => {
  const offered = failureReasons.filter((reasonCode) => mayBeRetried({ state: 'error', reasonCode }))
  expect(offered).toEqual(['not_convertible', 'processing_failed'])
  expect(mayBeRetried({ state: 'inprogress', reasonCode: 'processing_failed' })).toBe(false)
  expect(mayBeRetried({ state: 'error' })).toBe(false)
})
