import { expect, test } from 'vitest'
import { createTurns, type TurnLimits } from './turns.server.ts'

const FOR_EVER_MS = 600_000

function open(limits: Partial<TurnLimits> = {}) {
  const turns = createTurns(
    { running: 2, waiting: 2, waitMs: FOR_EVER_MS, ofOneCaller: 3, ...limits },
    { ofOneCaller: 'test.too_many', overall: 'test.busy' },
  )
  const begun: string[] = []
  const start = (name: string, caller: string | null = null, signal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const done = turns.take(caller, signal, () => {
      begun.push(name)
      return promise
    })
    return { done, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { begun, start }
}

const refusal = (code: string, retryAfterSeconds: number) =>
  expect.objectContaining({ code, details: { retryAfterSeconds } })

test('so many run at once, the others in the order in which they came', async () => {
  const { begun, start } = open()
  const [one, two, three, four] = ['1', '2', '3', '4'].map((name) => start(name)) as [Work, Work, Work, Work]
  expect(begun).toEqual(['1', '2'])
  two.end()
  expect(await two.done).toBe('2')
  await Promise.all([three.end(), three.done])
  await Promise.all([four.end(), four.done])
  expect(begun).toEqual(['1', '2', '3', '4'])
  await Promise.all([one.end(), one.done])
})

type Work = ReturnType<ReturnType<typeof open>['start']>

test('one more than may wait is refused, and finds a turn once there is one', async () => {
  const { start } = open({ waitMs: 2500 })
  const works = ['1', '2', '3', '4'].map((name) => start(name))
  await expect(start('5').done).rejects.toEqual(refusal('test.busy', 3))
  for (const work of works) work.end()
  await Promise.all(works.map(({ done }) => done))
  const later = start('6')
  later.end()
  expect(await later.done).toBe('6')
})

test('who waits too long is refused and takes no turn', async () => {
  const { begun, start } = open({ running: 1, waitMs: 1 })
  const one = start('1')
  await expect(start('2').done).rejects.toEqual(refusal('test.busy', 1))
  await Promise.all([one.end(), one.done])
  expect(begun).toEqual(['1'])
})

test('one caller has so many at once, running and waiting; the turns of others are untouched by it', async () => {
  const { begun, start } = open({ waiting: 9 })
  const works = ['a', 'b', 'c'].map((name) => start(name, 'mika'))
  await expect(start('d', 'mika').done).rejects.toEqual(refusal('test.too_many', 1))
  works.push(start('e', 'rin'), start('f'))
  for (const work of works) work.end()
  await Promise.all(works.map(({ done }) => done))
  const again = start('g', 'mika')
  again.end()
  await again.done
  expect(begun).toEqual(['a', 'b', 'c', 'e', 'f', 'g'])
})

test('who goes away while waiting leaves the line, and work that fails hands its turn on', async () => {
  const { begun, start } = open({ running: 1 })
  const gone = new AbortController()
  const [one, two, three] = [start('1'), start('2', 'mika', gone.signal), start('3')]
  gone.abort(new Error('gone'))
  await expect(two.done).rejects.toThrow('gone')
  one.fail()
  await expect(one.done).rejects.toThrow('1')
  three.end()
  expect(await three.done).toBe('3')
  await expect(start('4', null, gone.signal).done).rejects.toThrow('gone')
  expect(begun).toEqual(['1', '3'])
})
