import { expect, test } from 'vitest'
import { DatabaseBusy } from '#platform/database.server.ts'
import { errorResponseFor } from './problem.ts'

test.each(['EACCES', 'EPERM', 'EROFS', 'EIO'])('an unwritable storage (%s) is an outage', (code) => {
  const cause = Object.assign(new Error(`${code}: open`), { code, syscall: 'open' })
  const { problem, headers, isFault } = errorResponseFor(new Error('not stored', { cause }), 'r1')
  expect(problem).toEqual({
    status: 503,
    title: 'Service Unavailable',
    code: 'outage',
    detail: 'Hoshi cannot store files right now. Please try again in a moment.',
    requestId: 'r1',
  })
  expect([headers, isFault]).toEqual([{ 'Retry-After': '5' }, true])
})

test('a storage of others that does not answer is an outage of its own', () => {
  const cause = Object.assign(new Error('The storage is not available.'), {
    code: 'storage_unavailable',
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })
  const { problem, headers } = errorResponseFor(new Error('not read', { cause }), 'r1')
  expect([problem.status, problem.detail, headers]).toEqual([
    503,
    'Hoshi cannot reach its files right now. Please try again in a moment.',
    { 'Retry-After': '5' },
  ])
})

test.each(['ENOSPC', 'EDQUOT', '53100'])(
  'a full disk (%s) is reported as such, however deep its error is nested',
  (code) => {
    const partError = new Error('the part was not written', {
      cause: Object.assign(new Error('no space left'), { code }),
    })
    const { problem, isFault } = errorResponseFor(partError, 'r1')
    expect(problem).toEqual({
      status: 507,
      title: 'Insufficient Storage',
      code: 'video.storage_full',
      detail: 'The server is out of storage space. Please try again later.',
      requestId: 'r1',
    })
    expect(isFault).toBe(true)
  },
)

const refused = Object.assign(new Error('connect EAGAIN'), { code: 'EAGAIN', syscall: 'connect' })

test.each([
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a row that was held too long', Object.assign(new Error('canceling statement'), { code: '55P03' })],
  ['a transaction that was ended', Object.assign(new Error('terminating connection'), { code: '25P03' })],
  ['a query without a response', new Error('Query read timeout')],
  ['a connection that was not accepted', new Error('timeout expired')],
  ['a socket whose backlog is full', refused],
  ['a pool for which too many wait', new DatabaseBusy()],
])('%s is an outage, with a time to retry', (_what, cause) => {
  const { problem, headers, isFault } = errorResponseFor(new Error('The room failed.', { cause }), 'r1')
  expect([problem.status, problem.code, headers, isFault]).toEqual([503, 'outage', { 'Retry-After': '5' }, true])
})

test.each(['EAGAIN', 'ENOENT'])('a file that cannot be read (%s) is no outage', (code) => {
  const { problem, headers } = errorResponseFor(Object.assign(new Error('read'), { code, syscall: 'read' }), 'r1')
  expect([problem.status, headers]).toEqual([500, {}])
})
