import { describe, expect, test } from 'vitest'
import { placeAt } from './series-order.ts'

/** Arcs in brackets: '[ab]c[de]' has five parts in two arcs and one outside. */
function read(drawn: string) {
  const episodeIds = [...drawn].filter((sign) => /[a-z]/.test(sign))
  const arcs = [...drawn.matchAll(/\[([a-z]+)\]/g)].map(([, ids]) => {
    const from = episodeIds.indexOf(ids![0]!) + 1
    return { title: 'Arc', from, to: from + ids!.length - 1 }
  })
  return { episodeIds, arcs }
}

describe('an episode placed at a number', () => {
  test.each([
    ['[abc][def]', 'b', 3, '[acb][def]'],
    ['[abc][def]', 'c', 1, '[cab][def]'],
    ['[abc][def]', 'b', 5, '[ac][debf]'],
    ['[abc][def]', 'e', 3, '[abec][df]'],
    ['[abc][def]', 'a', 6, '[bc][defa]'],
    ['[abc][def]', 'd', 4, '[abc][def]'],
    ['[a]bc', 'a', 2, 'bac'],
    ['a[b]c', 'c', 2, 'a[cb]'],
    ['[ab]c', 'x', 2, '[axb]c'],
    ['[ab][cd]', 'x', 3, '[ab][xcd]'],
    ['[ab]', 'x', 3, '[ab]x'],
    ['', 'x', 1, 'x'],
  ])('turns %s with %s at %i into %s', (before, id, number, after) => {
    expect(placeAt(read(before), id, number)).toEqual(read(after))
  })

  test.each([
    ['abc', 'b', 0],
    ['abc', 'b', 4],
    ['abc', 'x', 5],
    ['abc', 'b', 1.5],
    ['abc', 'b', Number.NaN],
    ['', 'x', 2],
  ])('is refused in %s for %s at %d', (before, id, number) => {
    expect(placeAt(read(before), id, number)).toBeNull()
  })
})
