import { describe, expect, it } from 'vitest'
import { extended, noSelection, remainingOf, toggled } from './selection.ts'

const shown = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort()

describe('a selection', () => {
  it('gains an episode and loses it again', () => {
    const one = toggled(noSelection, 'b')
    expect(idsOf(one)).toEqual(['b'])
    expect(idsOf(toggled(one, 'b'))).toEqual([])
  })

  it('extends from the last one to another, in both directions, and keeps what was selected', () => {
    const selection = toggled(toggled(noSelection, 'a'), 'd')
    expect(idsOf(extended(selection, 'e', shown))).toEqual(['a', 'd', 'e'])
    expect(idsOf(extended(selection, 'b', shown))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('extends from nothing by one episode', () => {
    expect(idsOf(extended(noSelection, 'c', shown))).toEqual(['c'])
    expect(idsOf(extended(toggled(noSelection, 'gone'), 'c', shown))).toEqual(['c', 'gone'])
  })

  it('loses what is not shown', () => {
    expect(idsOf(remainingOf(toggled(toggled(noSelection, 'a'), 'gone'), shown))).toEqual(['a'])
  })
})
