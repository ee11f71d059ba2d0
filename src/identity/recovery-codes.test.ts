import { expect, test } from 'vitest'
import { createRecoveryCodes } from './recovery-codes.server.ts'

const codes = createRecoveryCodes('a secret of at least 32 characters')

test('eight different codes are given out, without look-alikes', () => {
  const list = codes.create()
  expect(new Set(list).size).toBe(8)
  expect(list.filter((code) => /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/.test(code))).toHaveLength(8)
})

test('no code is stored, and each is found however it is typed', () => {
  const list = codes.create()
  const stored = codes.hash(JSON.stringify(list))
  expect(list.filter((code) => stored.includes(code) || stored.includes(code.replace('-', '')))).toEqual([])
  const found = list.map((code) => codes.find(stored, ` ${code.toLowerCase().replace('-', ' ')} `))
  expect(found).toEqual(JSON.parse(stored))
  expect([codes.find(stored, 'AAAA-AAAA'), codes.find(stored, '')]).toEqual([null, null])
  expect(createRecoveryCodes('another secret of 32 characters....').find(stored, list[0]!)).toBeNull()
})

test('what is hashed stays as it is, and what is gone counts as used', () => {
  const stored = codes.hash(JSON.stringify(codes.create()))
  expect(codes.hash(stored)).toBe(stored)
  const left = JSON.stringify((JSON.parse(stored) as string[]).filter((_, index) => index !== 1 && index !== 7))
  expect(codes.hash(left)).toBe(left)
  expect(codes.used(left)).toEqual([false, true, false, false, false, false, false, true])
})
