import { expect, test } from 'vitest'
import {
  changedRows,
  creditRowsOf,
  isFilled,
  linkOf,
  placeOfProfile,
  profileField,
  readCreditRows,
  readCreditsIntent,
  textOfRows,
  uidInAddress,
} from './credits-form.ts'

test('stored credits become rows, with the username or the address of the person linked', () => {
  const link = { uid: 'u1', username: 'Rafa', isAccepted: false }
  expect(
    creditRowsOf([
      { role: 'Music', name: 'Rafa Sunada', link },
      { role: 'Voice', name: 'Nao', link: null },
    ]),
  ).toEqual([
    { role: 'Music', name: 'Rafa Sunada', link: 'Rafa' },
    { role: 'Voice', name: 'Nao', link: '' },
  ])
  expect(linkOf({ uid: 'u1', username: '' })).toBe('/creator/u1')
  expect(creditRowsOf([])).toEqual([{ role: '', name: '', link: '' }])
})

test.each([
  ['/creator/u1', 'u1'],
  ['creator/u1', 'u1'],
  [' https://hoshi.example/creator/u1/?from=mail#top ', 'u1'],
  ['Rafa', null],
  ['https://hoshi.example/watch/u1', null],
  ['/creator/', null],
])('the address %j names %j', (address, uid) => {
  expect(uidInAddress(address)).toBe(uid)
})

test('a form is read row by row', () => {
  const form = new FormData()
  for (const [role, name] of [
    ['Music', 'Rafa'],
    ['Voice', 'Nao'],
  ] as const) {
    form.append('role', role)
    form.append('name', name)
    form.append('link', '')
  }
  expect(readCreditRows(form)).toEqual([
    { role: 'Music', name: 'Rafa', link: '' },
    { role: 'Voice', name: 'Nao', link: '' },
  ])
  expect(readCreditsIntent(form)).toBeNull()
  form.set('do', 'save')
  expect(readCreditsIntent(form)).toEqual({ kind: 'save' })
  form.set('do', 'up 1')
  expect(readCreditsIntent(form)).toEqual({ kind: 'up', at: 1 })
  form.append('role', 'Script')
  expect(readCreditRows(form)).toBeNull()
  expect(readCreditRows(new FormData())).toBeNull()
})

test('buttons add, remove and move rows, and leave them alone at the ends', () => {
  const rows = ['a', 'b', 'c']
  expect(changedRows(rows, { kind: 'add' }, 'new')).toEqual(['a', 'b', 'c', 'new'])
  expect(changedRows(rows, { kind: 'remove', at: 1 }, 'new')).toEqual(['a', 'c'])
  expect(changedRows(['a'], { kind: 'remove', at: 0 }, 'new')).toEqual(['new'])
  expect(changedRows(rows, { kind: 'up', at: 2 }, 'new')).toEqual(['a', 'c', 'b'])
  expect(changedRows(rows, { kind: 'down', at: 0 }, 'new')).toEqual(['b', 'a', 'c'])
  expect(changedRows(rows, { kind: 'up', at: 0 }, 'new')).toEqual(rows)
  expect(changedRows(rows, { kind: 'down', at: 2 }, 'new')).toEqual(rows)
  expect(changedRows(rows, { kind: 'remove', at: Number.NaN }, 'new')).toEqual(rows)
})

test('a row with any text is filled', () => {
  expect(isFilled({ role: ' ', name: '', link: '' })).toBe(false)
  for (const field of ['role', 'name', 'link'])
    expect(isFilled({ role: '', name: '', link: '', [field]: 'x' })).toBe(true)
})

test('a refusal names the profile of a credit by its place', () => {
  expect(placeOfProfile(profileField(12))).toBe(12)
  for (const field of ['credits', 'credits.1', 'credits.x.profile', null]) expect(placeOfProfile(field)).toBeNull()
})

test('empty rows and spaces around a text are nothing to save', () => {
  const row = { role: 'Music', name: 'Rafa', link: '' }
  const typed = [
    { role: ' ', name: '', link: '' },
    { ...row, name: ' Rafa ' },
  ]
  expect(textOfRows(typed)).toBe(textOfRows([row]))
  expect(textOfRows([{ ...row, link: 'Rafa' }])).not.toBe(textOfRows([row]))
})
