import { expect, test } from 'vitest'
import { setUpSearchedRoom } from '#tests/support/worlds/searched-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog
const { publishAll, find } = setUpSearchedRoom((opened) => {
  room = opened
})

test('one typo is forgiven only when nothing else is found, and its matches are counted', async () => {
  await publishAll(['Tanabata night', 'The tanabata', 'Tanab'])
  await publishAll(['Zen'], { tags: ['tanabata'] })
  for (const typed of ['tanavata', 'tanbata', 'tanabatta', 'atnabata', 'tanabat4'])
    expect(await find(typed), typed).toEqual(['Tanabata night', 'The tanabata', 'Zen'])
  expect(await find('tanabat')).toEqual(['Tanabata night', 'The tanabata', 'Zen'])
  expect(await find('tanavatta')).toEqual([])
  await publishAll(['Tanavata'])
  expect(await find('tanavata')).toEqual(['Tanavata'])
})

test('one of several words may be mistyped if the others match', async () => {
  const mika = await room.addCreator({ username: 'Mika' })
  await room.publish(mika, { title: 'Tanabata night' })
  await publishAll(['Tanabata day', 'Tanabata night'])
  expect(await find('tanavata night')).toEqual(['Tanabata night', 'Tanabata night'])
  expect(await find('tanabata nihgt')).toEqual(['Tanabata night', 'Tanabata night'])
  expect(await find('mika: tanavata')).toEqual(['Tanabata night'])
  expect(await find('tanavata nihgt')).toEqual([])
})

test('of many words only one may be mistyped, whichever it is', async () => {
  const mika = await room.addCreator({ username: 'Mika studio' })
  await room.publish(mika, { title: 'Tanabata night story', tags: ['festival', 'lantern'] })
  const words = ['tanabata', 'night', 'story', 'festival', 'lantern']
  const typos = ['tanavata', 'nigth', 'stori', 'festval', 'lanterns']
  for (const [at, typo] of typos.entries())
    expect(await find(`${words.with(at, typo).join(' ')} mika o`), typo).toEqual(['Tanabata night story'])
  expect(await find(`${words.with(0, typos[0]!).with(4, typos[4]!).join(' ')} mika`)).toEqual([])
  expect(await find(`${words.with(0, typos[0]!).join(' ')} aki`)).toEqual([])
  expect(await find(`${words.join(' ')} mikka`)).toEqual([])
})

test('a correction is a whole word of the title or a tag, even where the name of the creator has it', async () => {
  const comet = await room.addCreator({ username: 'Comet' })
  for (const title of ['Comets', 'The comet']) await room.publish(comet, { title })
  await publishAll(['Cometary', 'A comet'])
  expect(await find('commet')).toEqual(['A comet', 'The comet'])
  expect(await find('cxmets comet')).toEqual(['Comets'])
})

test('fuzzy matches are found when the filters leave nothing else, and obey the filters', async () => {
  await publishAll(['Tanavata'], { genre: 'Drama' })
  await publishAll(['Tanabata'], { genre: 'Action' })
  expect(await find('tanavata')).toEqual(['Tanavata'])
  expect(await find('tanavata', { genre: 'Action' })).toEqual(['Tanabata'])
  expect(await find('tanavata', { genre: 'Mecha' })).toEqual([])
})
