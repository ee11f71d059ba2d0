import { expect, test } from 'vitest'
import { isAtPlace, places } from './places.ts'

/** The names of the places that a path belongs to. */
function placesOf(pathname: string): string[] {
  return places.filter((place) => isAtPlace(place, pathname)).map(({ name }) => name)
}

const addresses = places.map(({ name, path }) => [name, path] as const)

test.each(addresses)('the address of %s belongs to it alone', (name, path) => {
  expect(placesOf(path)).toEqual([name])
})

test('an address below a place belongs to it', () => {
  expect(placesOf('/admin/accounts/some')).toEqual(['Accounts'])
})
