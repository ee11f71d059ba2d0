import { expect, test } from 'vitest'
import { byRole, CREDITS_MAX } from './credit.ts'
import { readCredits } from './credit-fields.ts'

const invalid = expect.objectContaining({ code: 'catalog.credits_invalid', details: { field: 'credits' } })
const credit = { name: 'Rafa Sunada', role: 'Music' }

test('a known role gets its canonical spelling, another one stays as it is written', () => {
  expect(readCredits([{ name: ' Rafa ', role: 'KEY ANIMATION ' }])).toEqual([{ name: 'Rafa', role: 'Key animation' }])
  expect(readCredits([{ name: 'Rafa', role: 'Cat wrangler' }])).toEqual([{ name: 'Rafa', role: 'Cat wrangler' }])
})

test('credits keep their order, and each combination stands once', () => {
  const other = { name: 'Mio', role: 'Voice' }
  expect(readCredits([other, credit, { ...credit, role: 'music' }, { ...credit, uid: null }])).toEqual([other, credit])
  expect(readCredits([credit, { ...credit, uid: 'rafa' }])).toEqual([credit, { ...credit, uid: 'rafa' }])
})

test('an empty address is no link', () => {
  expect(readCredits([{ ...credit, uid: '' }])).toEqual([{ ...credit, uid: null }])
})

test.each([
  ['no name', { name: ' ', role: 'Music' }],
  ['no role', { name: 'Rafa', role: '' }],
  ['a name of 61 characters', { name: 'x'.repeat(61), role: 'Music' }],
  ['a role of 41 characters', { name: 'Rafa', role: 'x'.repeat(41) }],
  ['a line break', { name: 'Rafa\nSunada', role: 'Music' }],
  ['an invisible character', { name: 'Ra\u200bfa', role: 'Music' }],
])('refuses %s', (_, raw) => {
  expect(() => readCredits([raw])).toThrow(invalid)
})

test('accepts names of 60 characters, roles of 40, and 60 credits, but no more', () => {
  expect(readCredits([{ name: '星'.repeat(60), role: 'r'.repeat(40) }])).toHaveLength(1)
  const many = Array.from({ length: CREDITS_MAX }, (_, at) => ({ ...credit, name: `Rafa ${at}` }))
  expect(readCredits(many)).toHaveLength(60)
  expect(() => readCredits([...many, credit])).toThrow(invalid)
})

test('a role is shown once, where its first credit is', () => {
  const [a, b, c] = [credit, { name: 'Mio', role: 'Voice' }, { name: 'Nao', role: 'Music' }] as const
  expect(byRole([a, b, c])).toEqual([
    { role: 'Music', credits: [a, c] },
    { role: 'Voice', credits: [b] },
  ])
})
