import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LiveListener, parseEvent, subscribeToOwnEpisodes } from './live-episodes.ts'

/** The browser's EventSource, driven by the test. */
class FakeSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readonly url: string
  readyState = FakeSource.CONNECTING

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.all.push(this)
  }
  open(): void {
    this.readyState = FakeSource.OPEN
    this.dispatchEvent(new Event('open'))
  }
  receive(id: string, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent('removed', { data: JSON.stringify({ id }), lastEventId }))
  }
  refuse(): void {
    this.close()
    this.dispatchEvent(new Event('error'))
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
}

describe('the connection of a page', () => {
  const live = '/api/v1/me/episodes/live'
  let page: EventTarget & { visibilityState: string }
  const ends: (() => void)[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    FakeSource.all = []
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('EventSource', FakeSource)
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', new EventTarget())
  })

  afterEach(() => {
    for (const end of ends.splice(0)) end()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  function subscribe(since?: string) {
    const onMissed = vi.fn<LiveListener['onMissed']>()
    const onEvent = vi.fn<LiveListener['onEvent']>()
    const onFigures = vi.fn<() => void>()
    ends.push(subscribeToOwnEpisodes({ ...(since && { since }), onMissed, onEvent, onFigures }))
    return { onMissed, onEvent, onFigures }
  }
  const urls = () => FakeSource.all.map(({ url }) => url)
  const lastSource = () => FakeSource.all.at(-1)!

  function show(visibilityState: string): void {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }

  it('begins at the cursor of the first subscriber, which then misses nothing', () => {
    const { onMissed, onEvent } = subscribe('feed-3')
    lastSource().open()
    lastSource().receive('e1', 'feed-4')
    expect(urls()).toEqual([`${live}?since=feed-3`])
    expect(onMissed).not.toHaveBeenCalled()
    expect(onEvent.mock.calls).toEqual([[{ type: 'removed', id: 'e1' }]])
  })

  it('tells every subscriber to fetch each time that it opens without a cursor', () => {
    const [one, other] = [subscribe(), subscribe()]
    lastSource().open()
    lastSource().open()
    expect([one.onMissed, other.onMissed].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
    expect(urls()).toEqual([live])
  })

  it('tells later subscribers to fetch, once it is open', () => {
    const first = subscribe('feed-3')
    const [second, third] = [subscribe('feed-2'), subscribe()]
    expect(second.onMissed).not.toHaveBeenCalled()
    lastSource().open()
    const fourth = subscribe()
    lastSource().open()
    const calls = [first, second, third, fourth].map(({ onMissed }) => onMissed.mock.calls.length)
    expect(calls).toEqual([0, 1, 1, 1])
    expect(urls()).toEqual([`${live}?since=feed-3`])
  })

  it('continues after the last event when it is refused, or when its page is shown again', () => {
    const { onMissed } = subscribe()
    lastSource().open()
    lastSource().receive('e1', 'feed-7')
    // An event of a backlog has no cursor of its own.
    lastSource().receive('e2', '')
    lastSource().refuse()
    vi.advanceTimersByTime(1_000)
    lastSource().open()
    lastSource().receive('e3', 'feed-9')
    show('hidden')
    vi.advanceTimersByTime(60_000)
    expect(lastSource().readyState).toBe(FakeSource.CLOSED)
    show('visible')
    lastSource().open()
    expect(urls()).toEqual([live, `${live}?since=feed-7`, `${live}?since=feed-9`])
    expect(onMissed).toHaveBeenCalledTimes(1)
  })

  it('reports that figures changed, and that they may have while it was lost', () => {
    const { onFigures } = subscribe('feed-3')
    lastSource().open()
    expect(onFigures).not.toHaveBeenCalled()
    lastSource().dispatchEvent(new MessageEvent('figures', { data: '{}' }))
    expect(onFigures).toHaveBeenCalledTimes(1)
    lastSource().open()
    expect(onFigures).toHaveBeenCalledTimes(2)
  })

  it('ends with the last subscriber', () => {
    subscribe('feed-3')
    subscribe()
    ends.shift()?.()
    expect(lastSource().readyState).toBe(FakeSource.CONNECTING)
    ends.shift()?.()
    expect(lastSource().readyState).toBe(FakeSource.CLOSED)
  })
})

describe('an event of the live list', () => {
  it('contains a complete row', () => {
    expect(parseEvent('episode', '{"id":"e1","title":"Vega","views":4}')).toMatchObject({
      type: 'episode',
      row: { id: 'e1', title: 'Vega', views: 4 },
    })
  })

  it('contains the id of a removed episode, or all ids that remain', () => {
    expect(parseEvent('removed', '{"id":"e1"}')).toEqual({ type: 'removed', id: 'e1' })
    expect(parseEvent('refresh', '{"ids":["e1","e2",3]}')).toEqual({ type: 'remaining', ids: ['e1', 'e2'] })
  })

  it.each([
    ['episode', 'not json'],
    ['episode', '{}'],
    ['removed', '{}'],
    ['refresh', 'null'],
  ] as const)('is null when the data of ‘%s’ is %s', (type, data) => {
    expect(parseEvent(type, data)).toBeNull()
  })
})
