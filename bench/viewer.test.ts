import { expect, it } from 'vitest'
import { boxTypes } from './viewer.ts'

function box(type: string, payload: number): Buffer {
  const bytes = Buffer.alloc(8 + payload)
  bytes.writeUInt32BE(bytes.length)
  bytes.write(type, 4)
  return bytes
}

it('names the boxes of a segment in order', () => {
  expect(boxTypes(Buffer.concat([box('styp', 8), box('moof', 30), box('mdat', 100)]))).toEqual(['styp', 'moof', 'mdat'])
})

it('leaves out a truncated box', () => {
  const complete = Buffer.concat([box('moof', 30), box('mdat', 100)])
  expect(boxTypes(complete.subarray(0, -1))).toEqual(['moof'])
})

it('finds nothing in an error page', () => {
  expect(boxTypes(Buffer.from('<!doctype html><title>404</title>'))).toEqual([])
})
