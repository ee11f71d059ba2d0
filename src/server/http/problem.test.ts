import { expect, test } from 'vitest'
import { answerFor } from './problem.ts'

test.each(['ENOSPC', 'EDQUOT', '53100'])('a disk that is full (%s) says so, however deep it is told', (code) => {
  const told = new Error('the part was not written', { cause: Object.assign(new Error('no room'), { code }) })
  const { problem, isFault } = answerFor(told, 'r1')
  expect(problem).toEqual({
    status: 507,
    title: 'Insufficient Storage',
    code: 'video.storage_full',
    detail: 'There is no room left on the server. Please try again later.',
    requestId: 'r1',
  })
  expect(isFault).toBe(true)
})
