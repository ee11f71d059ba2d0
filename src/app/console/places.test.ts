import { expect, test } from 'vitest'
import { isAtPlace, places, placeUrl } from './places.ts'

/** The names of the places that a URL belongs to. */
function placesOf(url: string): string[] {
  const { pathname, search } = new URL(url, 'https://hoshi.example')
  return places.filter((place) => isAtPlace(place, { pathname, search })).map(({ name }) => name)
}

const addresses = places.map((place) => [place.name, placeUrl(place)] as const)

test.each(addresses)('the address of %s belongs to it alone', (name, url) => {
  expect(placesOf(url)).toEqual([name])
})

test.each([
  ['/admin/queue?kind=report&item=some', 'Reports'],
  ['/admin/queue?kind=suggestion', 'Queue'],
  ['/admin/queue?mine=&kind=nothing', 'Queue'],
  ['/admin/accounts?kind=report', 'Accounts'],
])('%s belongs to %s', (url, name) => {
  expect(placesOf(url)).toEqual([name])
})
