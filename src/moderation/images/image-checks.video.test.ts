import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { endUndoTime, LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

interface Received {
  type: string | undefined
  start: string
}

let received: Received[]
let service: ReturnType<typeof createServer>
let site: TestHoshi

/** A service that takes every picture for an adult one. */
beforeEach(async () => {
  received = []
  service = createServer(async (request, response) => {
    const body = await buffer(request)
    received.push({ type: request.headers['content-type'], start: body.toString('hex', 0, 3) })
    response.end(JSON.stringify({ nudity: { raw: 0.93 } }))
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  site = await createTestHoshi({
    worksJobs: true,
    environment: {
      IMAGE_MODERATION: 'http',
      IMAGE_MODERATION_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      IMAGE_MODERATION_MAP: 'Porn=nudity.raw',
    },
    undoSeconds: LONG_UNDO_SECONDS,
  })
})

afterEach(async () => {
  await site.close()
  service.closeAllConnections()
  await new Promise((closed) => service.close(closed))
})

const markOf = async (id: string) => {
  const { nsfw, nsfwReason } = await send(createStranger(site.url), 'GET', `/episodes/${id}`)
  return { nsfw: nsfw === true, nsfwReason }
}

async function publishMarked() {
  const creator = await createPerson(site.url, 'creator')
  const id = await publishClip(creator, await makeClip(site.dataDir, { seconds: 5, width: 320, height: 180 }))
  const episode = await eventually('the episode is marked', async () => {
    const mark = await markOf(id)
    return mark.nsfw ? mark : false
  })
  return { creator, id, episode }
}

test('an upload is checked once its last rendition is there, and marked with what the service says', async () => {
  const { id, episode } = await publishMarked()
  expect(episode.nsfwReason).toBe('Marked automatically: sexual content, awaiting review')
  // At 0, 2 and 4 seconds; the poster too, unless it is made later.
  expect(received.slice(0, 3)).toEqual(Array(3).fill({ type: 'image/jpeg', start: 'ffd8ff' }))
  const checks = await queryDatabase<{ outcome: string; pictures: number }>(
    site.connectionString,
    `select outcome, (select count(picture) from image_check_frames as frame where frame.video_uid = film.video_uid) as pictures
     from image_checks as film where episode_id = $1`,
    [id],
  )
  expect(checks).toEqual([{ outcome: 'flagged', pictures: received.length }])
})

test('its pictures are for moderators only, and left as it is it loses the mark', async () => {
  const { creator, id, episode } = await publishMarked()
  const saki = await createStaff(site, 'moderator')
  const { items } = await send(saki, 'GET', '/moderation/queue?kind=suggestion')
  const [item] = items as { id: string; suggestion: object }[]
  expect(item).toMatchObject({ kind: 'suggestion', state: 'open', subject: { id } })
  expect(item!.suggestion).toMatchObject({ class: 'Porn', score: expect.closeTo(0.93), atSeconds: 0 })
  const detail = await send(saki, 'GET', `/moderation/items/${item!.id}`)
  const [frame] = detail.frames as { url: string; atSeconds: number; scores: object }[]
  expect(frame).toMatchObject({ atSeconds: 0, scores: { Porn: expect.closeTo(0.93) } })
  const picture = await saki.call('GET', frame!.url)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(picture.headers.get('cache-control')).toBe('no-store')
  expect(Buffer.from(await picture.arrayBuffer()).toString('hex', 0, 3)).toBe('ffd8ff')
  for (const person of [creator, createStranger(site.url)])
    expect((await person.call('GET', frame!.url)).status).toBe(404)
  expect((await saki.call('GET', frame!.url.replace(/\d+$/, '999'))).status).toBe(404)

  const decide = (decision: object) => send(saki, 'POST', '/moderation/decisions', { itemId: item!.id, ...decision })
  const left = await decide({ decision: 'leave' })
  expect(await markOf(id)).toEqual({ nsfw: false, nsfwReason: '' })
  await send(saki, 'DELETE', `/moderation/decisions/${left.id}`)
  expect(await markOf(id)).toEqual(episode)
  await endUndoTime(site.connectionString, (await decide({ decision: 'leave' })).id)
  const isTold = async () => {
    const { notifications } = await send(creator, 'GET', '/me/notifications')
    return (notifications as { kind: string; decision?: object }[]).filter(({ kind }) => kind === 'decision')
  }
  await expect.poll(isTold).toMatchObject([{ decision: { decision: 'leave', subject: { id } } }])
  expect(await markOf(id)).toEqual({ nsfw: false, nsfwReason: '' })
})

test('limited, it keeps a mark', async () => {
  const { id } = await publishMarked()
  const saki = await createStaff(site, 'moderator')
  const { items } = await send(saki, 'GET', '/moderation/queue?kind=suggestion')
  const item = (items as { id: string; subject: { id: string } }[]).find(({ subject }) => subject.id === id)
  const decide = (decision: object) => send(saki, 'POST', '/moderation/decisions', { itemId: item!.id, ...decision })
  await decide({ decision: 'limit', rule: '3', reason: 'Only with the link.' })
  expect(await markOf(id)).toEqual({ nsfw: true, nsfwReason: 'Other' })
})
