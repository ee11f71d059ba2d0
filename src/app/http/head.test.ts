import { expect, test } from 'vitest'
import { head, posterOf, sharedHead } from './head.ts'

const matches = [{ id: 'root', loaderData: { publicUrl: 'https://hoshi.example' } }, undefined]
const about = { title: 'About', description: 'Who we are.', path: '/about' }

function contentOf(tags: ReturnType<typeof head>, name: string): unknown {
  const tag = tags.find((tag) => ('name' in tag && tag.name === name) || ('property' in tag && tag.property === name))
  return tag && 'content' in tag ? tag.content : undefined
}

test('the title precedes the site name', () => {
  expect(head('Explore', 'All of it.')).toContainEqual({ title: 'Explore · Hoshi' })
  expect(head(null, 'All of it.')).toContainEqual({ title: 'Hoshi' })
})

test('a description is one line of at most 200 characters', () => {
  expect(contentOf(head('T', ' Two\n\nlines '), 'description')).toBe('Two lines')
  expect(contentOf(head('T', '星'.repeat(300)), 'description')).toBe(`${'星'.repeat(200)}...`)
})

test('a shared page declares its canonical URL, independent of the requested one', () => {
  const tags = sharedHead(matches, about)
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://hoshi.example/about' })
  expect(contentOf(tags, 'og:url')).toBe('https://hoshi.example/about')
  expect(contentOf(tags, 'og:type')).toBe('website')
  expect(contentOf(tags, 'robots')).toBeUndefined()
})

test('a link preview shows the poster of the page, or else the default card', () => {
  const poster = { path: '/media/v/p.webp', alt: 'Stars' }
  const withPoster = sharedHead(matches, { ...about, poster })
  for (const name of ['og:image', 'twitter:image']) {
    expect(contentOf(withPoster, name)).toBe('https://hoshi.example/media/v/p.webp')
    expect(contentOf(sharedHead(matches, about), name)).toBe('https://hoshi.example/card.png')
  }
  expect(contentOf(withPoster, 'og:image:alt')).toBe('Stars')
  expect(contentOf(withPoster, 'twitter:card')).toBe('summary_large_image')
})

test('an unlisted page asks search engines not to index it', () => {
  expect(contentOf(sharedHead(matches, { ...about, isUnlisted: true }), 'robots')).toBe('noindex')
})

test('without root data, a page still has a title', () => {
  expect(sharedHead([], about)).toEqual(head('About', 'Who we are.'))
})

test('a list is represented by its first poster that is not of an adult episode', () => {
  const episodes = [
    { title: 'No poster yet', poster: null },
    { title: 'Adult', poster: '/media/a/p.webp', nsfw: true },
    { title: 'Stars', poster: '/media/b/p.webp', nsfw: false },
  ]
  expect(posterOf(episodes)).toEqual({ path: '/media/b/p.webp', alt: 'Stars' })
  expect(posterOf(episodes.slice(0, 2))).toBeNull()
  expect(posterOf()).toBeNull()
})
