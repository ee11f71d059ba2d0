import { type SubmitEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { exploreAddress, type Filters, noFilters, readFilters, SEARCH_REST_MS } from './filters.ts'

/** In the state of a history entry that typing has made: typing on replaces it. */
interface EntryState {
  isTyped?: boolean
}

/**
 * What Explore is asked for: by the address, or by the address that is on its way.
 * @returns `isPending` while the answer to other filters than the shown ones is awaited
 */
export function useAskedFilters(): { asked: Filters; isPending: boolean } {
  const here = useLocation()
  const { location: next } = useNavigation()
  const isPending = next?.pathname === here.pathname && next.search !== here.search
  return { asked: readFilters(new URLSearchParams((isPending ? next : here).search)), isPending }
}

/**
 * Turns the filter form into addresses while people use it, without taking the focus from what they use. The form keeps
 * its own state, so that what was typed or switched before the scripts came is not lost.
 */
export function useFilters(asked: Filters) {
  const navigate = useNavigate()
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const term = useRef<HTMLInputElement>(null)
  const trending = useRef<HTMLInputElement>(null)
  /** Submits with the genre that is chosen already. */
  const submitter = useRef<HTMLButtonElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Where the page is by now: what a key began waits, and another address may have come in between. */
  const here = useRef(location)
  /** The last filters that the form and the address agreed on. */
  const agreed = useRef(asked)

  function go(filters: Filters, isTyped = false) {
    clearTimeout(rest.current)
    agreed.current = filters
    const { search, state } = here.current
    const address = exploreAddress(filters)
    if (address === exploreAddress(readFilters(new URLSearchParams(search)))) return
    const isTypingOn = isTyped && (state as EntryState | null)?.isTyped === true
    void navigate(address, { replace: isTypingOn, preventScrollReset: true, state: { isTyped } satisfies EntryState })
  }

  function read(by: HTMLElement | null = submitter.current): Filters {
    const words = new FormData(form.current ?? undefined, by)
    return readFilters(new URLSearchParams([...words].map(([name, value]) => [name, String(value)])))
  }

  useEffect(() => {
    here.current = location
  }, [location])

  // The address may change without the form: the way back, a link, a reset.
  useEffect(() => {
    if (exploreAddress(agreed.current) === exploreAddress(asked)) return
    clearTimeout(rest.current)
    agreed.current = asked
    if (term.current) term.current.value = asked.search
    if (trending.current) trending.current.checked = asked.trending
  }, [asked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive
  useEffect(() => {
    go(read())
    return () => clearTimeout(rest.current)
  }, [])

  return {
    refs: { form, term, trending, submitter },
    /** A key was pressed in the search field. */
    typed() {
      clearTimeout(rest.current)
      rest.current = setTimeout(() => go(read(), true), SEARCH_REST_MS)
    },
    switched: () => go(read()),
    submitted(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      go(read(event.nativeEvent.submitter))
    },
    reset(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      if (term.current) term.current.value = ''
      if (trending.current) trending.current.checked = false
      go(noFilters)
    },
  }
}
