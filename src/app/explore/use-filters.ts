import { type SubmitEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { exploreUrl, type Filters, noFilters, readFilters, SEARCH_DEBOUNCE_MS } from './filters.ts'

/** State of a history entry; one created by typing is replaced by further typing. */
interface EntryState {
  isTyped?: boolean
}

/**
 * The requested filters: those of the pending navigation, or else of the current URL.
 * @returns `isPending` while the results of other filters are loading
 */
export function useRequestedFilters(): { filters: Filters; isPending: boolean } {
  const current = useLocation()
  const { location: next } = useNavigation()
  const isPending = next?.pathname === current.pathname && next.search !== current.search
  return { filters: readFilters(new URLSearchParams((isPending ? next : current).search)), isPending }
}

/**
 * Navigates to the URL of the filter form when it changes, without moving the focus. The form holds its own state, so
 * that changes made before hydration are not lost.
 */
export function useFilters(filters: Filters) {
  const navigate = useNavigate()
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const term = useRef<HTMLInputElement>(null)
  const trending = useRef<HTMLInputElement>(null)
  /** Submits with the current genre. */
  const submitter = useRef<HTMLButtonElement>(null)
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The current location, which may change during the debounce. */
  const currentLocation = useRef(location)
  /** The last filters that the form and the URL agreed on. */
  const syncedFilters = useRef(filters)

  function navigateTo(filters: Filters, isTyped = false) {
    clearTimeout(debounceTimer.current)
    syncedFilters.current = filters
    const { search, state } = currentLocation.current
    const url = exploreUrl(filters)
    if (url === exploreUrl(readFilters(new URLSearchParams(search)))) return
    const isStillTyping = isTyped && (state as EntryState | null)?.isTyped === true
    void navigate(url, { replace: isStillTyping, preventScrollReset: true, state: { isTyped } satisfies EntryState })
  }

  function readForm(button: HTMLElement | null = submitter.current): Filters {
    const formData = new FormData(form.current ?? undefined, button)
    return readFilters(new URLSearchParams([...formData].map(([name, value]) => [name, String(value)])))
  }

  useEffect(() => {
    currentLocation.current = location
  }, [location])

  // The URL may change without the form: by history navigation, a link or a reset.
  useEffect(() => {
    if (exploreUrl(syncedFilters.current) === exploreUrl(filters)) return
    clearTimeout(debounceTimer.current)
    syncedFilters.current = filters
    if (term.current) term.current.value = filters.search
    if (trending.current) trending.current.checked = filters.trending
  }, [filters])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useEffect(() => {
    navigateTo(readForm())
    return () => clearTimeout(debounceTimer.current)
  }, [])

  return {
    refs: { form, term, trending, submitter },
    /** Handles a change of the search field. */
    onTermChange() {
      clearTimeout(debounceTimer.current)
      debounceTimer.current = setTimeout(() => navigateTo(readForm(), true), SEARCH_DEBOUNCE_MS)
    },
    onTrendingChange: () => navigateTo(readForm()),
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      navigateTo(readForm(event.nativeEvent.submitter))
    },
    onReset(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      if (term.current) term.current.value = ''
      if (trending.current) trending.current.checked = false
      navigateTo(noFilters)
    },
  }
}
