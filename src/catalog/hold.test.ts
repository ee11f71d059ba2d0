import { expect, test } from 'vitest'
import { holdOfChange } from './hold.ts'

test('another file is held as a new one is, and stays with the person who was to decide', () => {
  expect(holdOfChange(null, 'check')).toBe('check')
  expect(holdOfChange('failed', 'check')).toBe('check')
  expect(holdOfChange('check', null)).toBeNull()
  expect(holdOfChange('failed', null)).toBeNull()
  expect(holdOfChange('person', 'check')).toBe('person')
  expect(holdOfChange('person', null)).toBe('person')
})
