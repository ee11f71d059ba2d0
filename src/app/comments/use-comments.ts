import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '#app/http/api-client.ts'
import type { CurrentUser } from '#app/http/current-user.ts'
import { toRefusal } from '#app/http/refusal-shown.ts'
import { onNoteChange } from '#app/notes/note-changes.ts'
import { COMMENTS_PAGE_MAX, type CommentSort } from '#engagement/comments/comment.ts'
import { commentChanges } from './comment-changes.ts'
import { appendPage, type CommentList, changeComment, removeComment, showReplies } from './comment-list.ts'
import type { ShownPage } from './shown-comment.ts'

/**
 * How often the number of comments is asked for while the section is in view. Polled, not streamed: a stream would take one
 * of the six connections that a browser has for a site, on every open watch page, for a number that seldom changes.
 */
const COUNT_INTERVAL_MS = 20_000
const SHOWN_AT_ONCE = 24

interface First extends ShownPage {
  sort: CommentSort
  /** Comments whose replies are all shown. */
  expanded: readonly string[]
}

/** The comments of an episode and the actions on them; each change is stored by the API. */
export function useComments(episodeId: string, first: First, user: CurrentUser | null) {
  const initial = {
    comments: first.comments,
    total: first.total,
    nextCursor: first.nextCursor,
    expanded: new Set(first.expanded),
  }
  const [list, setList] = useState<CommentList>(initial)
  const [sort, setSort] = useState(first.sort)
  const [isLoading, setIsLoading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** An action that the list does not show. */
  const [notice, setNotice] = useState<string | null>(null)
  const lifetime = useRef<AbortController>(undefined)
  useEffect(() => {
    lifetime.current = new AbortController()
    return () => lifetime.current?.abort()
  }, [])
  useEffect(
    () =>
      onNoteChange((id, change) =>
        setList((before) =>
          change === null
            ? removeComment(before, id)
            : changeComment(before, id, (comment) => ({ ...comment, hidden: change.hidden, held: change.held })),
        ),
      ),
    [],
  )
  // Another place of the same page, or newer data.
  const [loaded, setLoaded] = useState(first)
  if (loaded !== first) {
    setLoaded(first)
    setSort(first.sort)
    setList(initial)
  }

  const read = useCallback(
    (query: { sort?: CommentSort; limit: number; cursor?: string }): Promise<ShownPage> => {
      const signal = lifetime.current?.signal
      return callApi('GET', '/episodes/:id/comments', { param: { id: episodeId }, query, ...(signal && { signal }) })
    },
    [episodeId],
  )

  const refreshTotal = useCallback(async () => {
    const page = await read({ limit: 1 }).catch(() => null)
    if (page) setList((before) => ({ ...before, total: page.total }))
  }, [read])

  /** Runs a call whose refusal is shown above the list. */
  async function attempt(run: () => Promise<void>): Promise<void> {
    setRefusal(null)
    setNotice(null)
    try {
      await run()
    } catch (thrown) {
      setRefusal(toRefusal(thrown).message)
    }
  }

  async function load(page: () => Promise<ShownPage>, show: (page: ShownPage) => void): Promise<void> {
    if (isLoading) return
    setIsLoading(true)
    await attempt(async () => show(await page()))
    setIsLoading(false)
  }

  const changes = commentChanges({ episodeId, user, list, setList, refreshTotal, setNotice, attempt })
  const reading = {
    loadMore: () =>
      load(
        () => read({ sort, limit: SHOWN_AT_ONCE, cursor: list.nextCursor ?? '' }),
        (page) => setList((before) => appendPage(before, page)),
      ),
    sortBy: (chosen: CommentSort) =>
      load(
        () => read({ sort: chosen, limit: SHOWN_AT_ONCE }),
        (page) => {
          setSort(chosen)
          setList({ ...page, expanded: new Set() })
        },
      ),
    showReplies: (id: string) =>
      load(
        () => callApi('GET', '/comments/:id/replies', { param: { id }, query: { limit: COMMENTS_PAGE_MAX } }),
        (page) => setList((before) => showReplies(before, id, page.comments)),
      ),
  }
  return { list, sort, isLoading, refusal, notice, refreshTotal, ...changes, ...reading }
}

export type CommentControls = ReturnType<typeof useComments>

/** Keeps the number of comments current while the section is in view of a visible page. */
export function useLiveCount(section: { current: HTMLElement | null }, refresh: () => Promise<void>): void {
  useEffect(() => {
    const element = section.current
    if (!element) return
    let isInView = false
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false
    })
    observer.observe(element)
    const refreshInView = () => {
      if (isInView && !document.hidden) void refresh()
    }
    const timer = setInterval(refreshInView, COUNT_INTERVAL_MS)
    // Back from another tab, whose timers are slow.
    document.addEventListener('visibilitychange', refreshInView)
    return () => {
      observer.disconnect()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshInView)
    }
  }, [section, refresh])
}
