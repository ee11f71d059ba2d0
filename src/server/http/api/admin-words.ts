import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { SiteWord } from '#administration/site/site-word.ts'
import type { Hoshi } from '#app/http/context.ts'
import { wordActions, wordPlaces } from '#creators/listed-words.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { newWordExample, wordExample } from './examples/admin.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonBody, jsonResponse, signedIn } from './router.ts'

const newWord = z.strictObject({
  word: z.string().describe('A word, or words in a row; at most 60 characters'),
  action: z.enum(wordActions).describe('Texts with it wait for a person, or are refused'),
  places: z.array(z.enum(wordPlaces)).describe('Comments, titles of episodes, usernames; at least one'),
})

const word = newWord.extend({ id: z.string(), createdAt: dateTime }).meta({ id: 'Word' })

function serializeWord({ id, word, action, places, createdAt }: SiteWord) {
  return { id, word, action, places: [...places], createdAt: createdAt.toISOString() }
}

/** The list of words, for admins; `app.server.ts` answers everyone else with 404, before these are asked. */
export function adminWordRoutes({ administration }: Hoshi) {
  const own = { tags: ['Administration'], ...signedIn }
  const forAdmins = 'For admins; 404 for everyone else.'
  return apiRouter({ word: 'moderation.word_invalid', places: 'moderation.word_places_required' })
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/admin/words',
        operationId: 'listWords',
        summary: 'Words that hold or refuse texts',
        description: `All of them, in alphabetical order. ${forAdmins}`,
        responses: jsonResponse(200, z.object({ words: z.array(word) }), 'The words', { words: [wordExample] }),
      }),
      async (c) => c.json({ words: (await administration.words.list()).map(serializeWord) }, 200),
    )
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/admin/words',
        operationId: 'addWord',
        summary: 'Put a word on the list',
        description: `It is found as a whole word, in any case, with other accents and look-alike letters; Japanese anywhere. A word is listed once, and at most 500 are (409). ${forAdmins}`,
        request: jsonBody(newWord, newWordExample),
        responses: jsonResponse(201, word, 'The word', wordExample),
      }),
      async (c) => {
        const added = await administration.words.add(ensureSignedIn(c.var.account), c.req.valid('json'))
        return c.json(serializeWord(added), 201)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'delete',
        path: '/admin/words/{id}',
        operationId: 'removeWord',
        summary: 'Take a word off the list',
        description: `Texts that it held or refused stay so. ${forAdmins}`,
        request: { params: idParam('id') },
        responses: emptyResponse('Off the list'),
      }),
      async (c) => {
        await administration.words.remove(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
