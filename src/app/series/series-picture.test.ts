import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Hoshi, hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { action } from '#app/screens/series-picture.ts'
import { Refusal } from '#platform/refusal.ts'

test('the picture of a series of somebody else is refused before its bytes are read', async () => {
  const context = new RouterContextProvider()
  const series = {
    async ensureOwn() {
      throw new Refusal('series.owner_only')
    },
  }
  context.set(hoshiContext, { series } as unknown as Hoshi)
  context.set(pageRequestContext, { account: { uid: 'mio' } } as never)
  const body = new FormData()
  body.set('poster', new Blob(['picture']))
  const request = new Request('http://hoshi.test/series/one/picture', { method: 'POST', body })
  const url = new URL(request.url)
  const answer = await action({ request, params: { seriesId: 'one' }, context, url } as never)
  expect((answer as Response).headers.get('Location')).toBe('/series/one/edit?picture=series.owner_only')
  expect(request.bodyUsed).toBe(false)
})
