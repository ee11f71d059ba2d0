import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { removeEpisodesOf } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Episode, NewEpisode } from '../episode.ts'
import type { NewCredit } from './credit.ts'

// Credits while accounts and episodes are removed and edited.

let room: TestCatalog
let mio: Account
let rafa: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
})
afterAll(() => room.close())

beforeEach(async () => {
  mio = await room.addCreator()
  rafa = await room.addCreator()
})

const music = (uid?: string): NewCredit => ({ name: 'Rafa Sunada', role: 'Music', ...(uid !== undefined && { uid }) })
const asText = { name: 'Rafa Sunada', role: 'Music', uid: null }
const linked = () => ({ ...asText, uid: rafa.uid })

/** An episode of Mio's that names Rafa. */
async function askRafa(fields: Partial<NewEpisode> = {}): Promise<Episode> {
  return room.publish(mio, { credits: [music(rafa.uid)], ...fields })
}

const requestsOf = async (person: Account) => (await room.catalog.credits.naming(person, {})).credits
const creditsOf = async (id: string) => (await room.catalog.find(id, null)).credits
const worksOf = async (person: Account) =>
  (await room.catalog.credits.workedOnBy(person.uid, {})).episodes.map(({ id }) => id)

async function acceptOnly(person: Account): Promise<void> {
  const [request] = await requestsOf(person)
  await room.catalog.credits.accept(person, request!.id)
}

/** Removes an account as `identity` does. */
async function removeAccount(person: Account): Promise<void> {
  await transact(room.db, async (trx) => {
    await sql`select from users where id = ${person.uid} for update`.execute(trx)
    await removeEpisodesOf(room, trx, person.uid)
    await sql`delete from users where id = ${person.uid}`.execute(trx)
  })
}

test('a link that appears or goes drops the pages in memory', async () => {
  await askRafa()
  const versions = [await room.catalog.pageVersion()]
  await acceptOnly(rafa)
  versions.push(await room.catalog.pageVersion())
  await removeAccount(rafa)
  versions.push(await room.catalog.pageVersion())
  expect(versions[1]).toBeGreaterThan(versions[0]!)
  expect(versions[2]).toBeGreaterThan(versions[1]!)
})

test('removing an account leaves its name as text, and nothing else of it', async () => {
  const open = await askRafa()
  const [request] = await requestsOf(rafa)
  await room.catalog.credits.decline(rafa, request!.id)
  const accepted = await askRafa()
  await acceptOnly(rafa)
  const waiting = await askRafa()
  await removeAccount(rafa)
  for (const { id } of [open, accepted, waiting]) expect(await creditsOf(id)).toEqual([asText])
  const left = await sql`
    select uid from episode_credits where uid = ${rafa.uid} union all
    select uid from declined_credits where uid = ${rafa.uid}
  `.execute(room.db)
  expect(left.rows).toEqual([])
})

test('removing an episode removes its credits and who declined', async () => {
  const { id } = await askRafa({ credits: [music(rafa.uid), { name: 'Nao', role: 'Voice' }] })
  await room.catalog.credits.decline(rafa, (await requestsOf(rafa))[0]!.id)
  await room.catalog.remove(mio, id)
  const left = await sql`
    select episode_id from episode_credits where episode_id = ${id} union all
    select episode_id from declined_credits where episode_id = ${id}
  `.execute(room.db)
  expect(left.rows).toEqual([])
})

describe('at the same time', () => {
  test('an answer and an edit come one after the other, and neither is lost', async () => {
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { id } = await askRafa({ title: `Round ${round}` })
      const [request] = await requestsOf(rafa)
      const edits = [{ credits: [music()] }, { title: 'Edited' }].map((change) => room.catalog.edit(mio, id, change))
      const answers = await Promise.allSettled([room.catalog.credits.accept(rafa, request!.id), ...edits])
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
      // Sent without its link, an open request stays, and one that was accepted becomes text.
      const { credits, title } = await room.catalog.find(id, null)
      expect([linked(), asText]).toContainEqual(credits[0])
      expect({ title, count: credits.length }).toEqual({ title: 'Edited', count: 1 })
      expect(await worksOf(rafa)).toEqual(credits[0]!.uid === null ? [] : [id])
      await room.catalog.remove(mio, id)
    }
  })

  test('an answer to an episode that is being deleted is stored or refused, and leaves nothing', async () => {
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { id } = await askRafa({ title: `Round ${round}` })
      const [request] = await requestsOf(rafa)
      const [answered, removed] = await Promise.allSettled([
        room.catalog.credits.accept(rafa, request!.id),
        room.catalog.remove(mio, id),
      ])
      expect(removed.status).toBe('fulfilled')
      expect([undefined, 'catalog.credit_not_found']).toContain(
        answered.status === 'rejected' ? answered.reason.code : undefined,
      )
      expect(await worksOf(rafa)).toEqual([])
    }
  })

  test('accounts that credit each other are removed while they are credited, without a deadlock', async () => {
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const [a, b] = [await room.addCreator(), await room.addCreator()]
      const credit = (person: Account) => ({ name: 'Someone', role: 'Music', uid: person.uid })
      const ofA = await room.publish(a, { title: `Round ${round}`, credits: [credit(b), credit(mio)] })
      await room.publish(b, { credits: [credit(a)] })
      const ofMio = await room.publish(mio, { credits: [credit(a)] })
      const [, , edited] = await Promise.allSettled([
        removeAccount(a),
        removeAccount(b),
        room.catalog.edit(mio, ofMio.id, { credits: [credit(a), credit(b)] }),
      ])
      expect([undefined, 'catalog.credit_person_unknown']).toContain(
        edited.status === 'rejected' ? edited.reason.code : undefined,
      )
      const { credits } = await room.catalog.find(ofMio.id, null)
      expect(credits.map(({ uid }) => uid)).toEqual(credits.map(() => null))
      await expect(room.catalog.find(ofA.id, null)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
      const uids = [a.uid, b.uid]
      const left = await sql`select id from episode_credits where uid = any(${uids}::text[])`.execute(room.db)
      expect(left.rows).toEqual([])
    }
  })
})
