import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem, callApi } from '#app/api-client.ts'
import type { CurrentUser } from '#app/layout/current-user.ts'
import { COMMENTS_PAGE_MAX, type CommentSort } from '#engagement/comments/comment.ts'
import {
  addComment,
  appendPage,
  type CommentList,
  changeComment,
  removeComment,
  replaceComment,
  settleComment,
  showReplies,
} from './comment-list.ts'
import { pendingComment, type ShownComment, type ShownPage } from './shown-comment.ts'

/** How often the number of comments is asked for while the section is in view. */
const COUNT_INTERVAL_MS = 20_000
const SHOWN_AT_ONCE = 24

/** The sentence of a refused call. */
export interface CommentRefusal {
  message: string
  retryAfterSeconds: number | null
}

export function toRefusal(thrown: unknown): CommentRefusal {
  const problem = thrown instanceof ApiProblem ? thrown : null
  return {
    message: problem?.detail ?? 'The server did not respond as expected. Please try again in a moment.',
    retryAfterSeconds: problem?.retryAfterSeconds ?? null,
  }
}

interface First extends ShownPage {
  sort: CommentSort
}

/** The comments of an episode and what can be done to them; each change is stored by the API. */
export function useComments(episodeId: string, first: First, user: CurrentUser | null) {
  const initial = {
    comments: first.comments,
    total: first.total,
    nextCursor: first.nextCursor,
    expanded: new Set<string>(),
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
  // Another place of the same page, or newer data.
  const [loaded, setLoaded] = useState(first)
  if (loaded !== first) {
    setLoaded(first)
    setSort(first.sort)
    setList(initial)
  }

  const call = useCallback(<Result>(method: string, path: string, body?: unknown) => {
    const { signal } = lifetime.current ?? new AbortController()
    return callApi<Result>(method, path, body, signal)
  }, [])
  const listPath = `/api/v1/episodes/${encodeURIComponent(episodeId)}/comments`
  const pathOf = (id: string, rest = '') => `/api/v1/comments/${encodeURIComponent(id)}${rest}`

  const refreshTotal = useCallback(async () => {
    const page = await call<ShownPage>('GET', `${listPath}?limit=1`).catch(() => null)
    if (page) setList((before) => ({ ...before, total: page.total }))
  }, [call, listPath])

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

  async function load(path: string, show: (page: ShownPage) => void): Promise<void> {
    if (isLoading) return
    setIsLoading(true)
    await attempt(async () => show(await call<ShownPage>('GET', path)))
    setIsLoading(false)
  }

  const actions = {
    /**
     * Shows the comment at once, and takes it back if it is refused.
     * @throws ApiProblem
     */
    async write(text: string, parentId: string | null) {
      const pending = pendingComment(text, parentId, user)
      setList((before) => addComment(before, pending))
      try {
        const stored = await call<ShownComment>('POST', listPath, parentId === null ? { text } : { text, parentId })
        setList((before) => settleComment(before, pending.id, stored))
      } catch (thrown) {
        setList((before) => removeComment(before, pending.id))
        throw thrown
      }
      void refreshTotal()
    },
    /** @throws ApiProblem */
    async edit(id: string, text: string) {
      const edited = await call<ShownComment>('PATCH', pathOf(id), { text })
      setList((before) => replaceComment(before, edited))
      void refreshTotal()
    },
    remove: (id: string) =>
      attempt(async () => {
        const shown = list
        setList((before) => removeComment(before, id))
        try {
          await call('DELETE', pathOf(id))
        } catch (thrown) {
          setList(shown)
          throw thrown
        }
        await refreshTotal()
      }),
    like: (comment: ShownComment) =>
      attempt(async () => {
        const setLike = (liked: boolean, likes: number) =>
          setList((before) => changeComment(before, comment.id, (each) => ({ ...each, liked, likes })))
        const wanted = !comment.liked
        setLike(wanted, comment.likes + (wanted ? 1 : -1))
        try {
          const path = pathOf(comment.id, '/like')
          const { liked, likes } = await call<{ liked: boolean; likes: number }>(wanted ? 'PUT' : 'DELETE', path)
          setLike(liked, likes)
        } catch (thrown) {
          setLike(comment.liked, comment.likes)
          throw thrown
        }
      }),
    /** Sets or removes a mark of the episode's creator. */
    mark: (id: string, mark: 'pin' | 'hide', isSet: boolean) =>
      attempt(async () => {
        const changed = await call<ShownComment>(isSet ? 'PUT' : 'DELETE', pathOf(id, `/${mark}`))
        setList((before) => replaceComment(before, changed))
        await refreshTotal()
      }),
    block: (uid: string) =>
      attempt(async () => {
        await call('PUT', `/api/v1/creators/${encodeURIComponent(uid)}/block`)
        setNotice('This account can no longer comment on your episodes.')
      }),
    loadMore: () =>
      load(
        `${listPath}?sort=${sort}&limit=${SHOWN_AT_ONCE}&cursor=${encodeURIComponent(list.nextCursor ?? '')}`,
        (page) => setList((before) => appendPage(before, page)),
      ),
    sortBy: (chosen: CommentSort) =>
      load(`${listPath}?sort=${chosen}&limit=${SHOWN_AT_ONCE}`, (page) => {
        setSort(chosen)
        setList({ ...page, expanded: new Set() })
      }),
    showReplies: (id: string) =>
      load(pathOf(id, `/replies?limit=${COMMENTS_PAGE_MAX}`), (page) =>
        setList((before) => showReplies(before, id, page.comments)),
      ),
  }
  return { list, sort, isLoading, refusal, notice, refreshTotal, ...actions }
}

export type CommentActions = ReturnType<typeof useComments>

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
    const timer = setInterval(() => {
      if (isInView && !document.hidden) void refresh()
    }, COUNT_INTERVAL_MS)
    return () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }, [section, refresh])
}
