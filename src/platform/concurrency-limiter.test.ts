import { expect, test } from 'vitest'
import { type ConcurrencyLimits, createConcurrencyLimiter } from './concurrency-limiter.server.ts'

const FOREVER_MS = 600_000

function open(limits: Partial<ConcurrencyLimits> = {}) {
  const limiter = createConcurrencyLimiter(
    { running: 2, waiting: 2, waitMs: FOREVER_MS, perCaller: 3, ...limits },
    { perCaller: 'request.too_many', overall: 'request.busy' },
  )
  const started: string[] = []
  const start = (name: string, caller: string | null = null, signal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const done = limiter.run(caller, signal, () => {
      started.push(name)
      return promise
    })
    return { done, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { started, start }
}

const refusal = (code: string, retryAfterSeconds: number) =>
  expect.objectContaining({ code, details: { retryAfterSeconds } })

test('a limited number run concurrently, the others in the order of their requests', async () => {
  const { started, start } = open()
  const [one, two, three, four] = ['1', '2', '3', '4'].map((name) => start(name)) as [Task, Task, Task, Task]
  expect(started).toEqual(['1', '2'])
  two.end()
  expect(await two.done).toBe('2')
  await Promise.all([three.end(), three.done])
  await Promise.all([four.end(), four.done])
  expect(started).toEqual(['1', '2', '3', '4'])
  await Promise.all([one.end(), one.done])
})

type Task = ReturnType<ReturnType<typeof open>['start']>

test('a caller is refused when the queue is full, and runs once a slot is free', async () => {
  const { start } = open({ waitMs: 2500 })
  const tasks = ['1', '2', '3', '4'].map((name) => start(name))
  await expect(start('5').done).rejects.toEqual(refusal('request.busy', 3))
  for (const task of tasks) task.end()
  await Promise.all(tasks.map(({ done }) => done))
  const later = start('6')
  later.end()
  expect(await later.done).toBe('6')
})

test('a caller that waits too long is refused and takes no slot', async () => {
  const { started, start } = open({ running: 1, waitMs: 1 })
  const one = start('1')
  await expect(start('2').done).rejects.toEqual(refusal('request.busy', 1))
  await Promise.all([one.end(), one.done])
  expect(started).toEqual(['1'])
})

test('one caller has a limited number, running and waiting; others are unaffected', async () => {
  const { started, start } = open({ waiting: 9 })
  const tasks = ['a', 'b', 'c'].map((name) => start(name, 'mika'))
  await expect(start('d', 'mika').done).rejects.toEqual(refusal('request.too_many', 1))
  tasks.push(start('e', 'rin'), start('f'))
  for (const task of tasks) task.end()
  await Promise.all(tasks.map(({ done }) => done))
  const again = start('g', 'mika')
  again.end()
  await again.done
  expect(started).toEqual(['a', 'b', 'c', 'e', 'f', 'g'])
})

test('a caller that aborts while waiting leaves the queue, and failing work releases its slot', async () => {
  const { started, start } = open({ running: 1 })
  const gone = new AbortController()
  const [one, two, three] = [start('1'), start('2', 'mika', gone.signal), start('3')]
  gone.abort(new Error('gone'))
  await expect(two.done).rejects.toThrow('gone')
  one.fail()
  await expect(one.done).rejects.toThrow('1')
  three.end()
  expect(await three.done).toBe('3')
  await expect(start('4', null, gone.signal).done).rejects.toThrow('gone')
  expect(started).toEqual(['1', '3'])
})
