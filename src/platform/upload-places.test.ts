import { expect, test } from 'vitest'
import { createUploadPlaces, type UploadPlaces } from './upload-places.ts'

const limits = { total: 8, perAccount: 2, perNetwork: 4, retryAfterSeconds: 5 }
const busy = expect.objectContaining({ code: 'request.busy', details: { retryAfterSeconds: 5 } })
const taker = (places: UploadPlaces) => (uid: string, ip: string) => places.take({ uid, ip })

test('an account has its own, whatever network it comes from', () => {
  const take = taker(createUploadPlaces(limits))
  const release = take('one', '192.0.2.1')
  take('one', '192.0.2.2')
  expect(() => take('one', '192.0.2.3')).toThrow(busy)
  take('other', '192.0.2.3')
  release()
  take('one', '192.0.2.3')
})

test('the accounts of a network share, also those of one IPv6 subnet', () => {
  const take = taker(createUploadPlaces(limits))
  for (const uid of ['a', 'b', 'c', 'd']) take(uid, `2001:db8::${uid}`)
  expect(() => take('e', '2001:db8::e')).toThrow(busy)
  take('e', '2001:db8:0:1::e')
})

test('the process has a number for all, and what is refused takes none', () => {
  const take = taker(createUploadPlaces(limits))
  const releases = Array.from({ length: 8 }, (_, n) => take(`person ${n}`, `192.0.2.${n}`))
  for (let times = 0; times < 3; times += 1) expect(() => take('late', '192.0.2.9')).toThrow(busy)
  releases[0]!()
  take('late', '192.0.2.9')
  for (const release of releases.slice(1)) release()
  take('late', '192.0.2.9')
})
