import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { namedFailure, PageNotArrived } from './page-not-arrived.ts'

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('Load failed'),
  new Error('Unable to decode turbo-stream response'),
])('%s is no answer', (thrown) => {
  const failure = namedFailure(thrown)
  expect(failure).toBeInstanceOf(PageNotArrived)
  expect((failure as PageNotArrived).cause).toBe(thrown)
})

test.each([
  new Response(null, { status: 302 }),
  new ErrorResponse(404, 'Not Found', null),
  new ErrorResponse(502, 'Bad Gateway', ''),
  new Error('Unexpected Server Error'),
])('%s is an answer', (thrown) => {
  expect(namedFailure(thrown)).toBe(thrown)
})
