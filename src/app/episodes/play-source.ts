import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { PlaySource } from '#engagement/analytics/play-source.ts'

/** Where a play came from, as reported with it. */
export interface SourceNote {
  source: PlaySource
  host?: string
}

/** The page that this document showed last. */
let lastPage: string | null = null

/** Notes each page once it is shown. For the root of the application. */
export function useNotePage(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    lastPage = pathname + search
  }, [pathname, search])
}

/** Where the play of the watch page that is being shown came from. To be asked before `useNotePage` notes that page. */
export function sourceOfWatch(): SourceNote {
  if (lastPage !== null) return { source: sourceOfPage(lastPage) }
  return sourceOfReferrer(document.referrer, location.origin)
}

/** The source of a preview: the page that is shown. */
export function sourceOfPreview(): SourceNote {
  return { source: sourceOfPage(location.pathname + location.search) }
}

/** @param referrer the URL before this document, as the browser tells it; empty if it does not */
export function sourceOfReferrer(referrer: string, origin: string): SourceNote {
  if (!URL.canParse(referrer)) return { source: 'outside' }
  const url = new URL(referrer)
  if (url.origin === origin) return { source: sourceOfPage(url.pathname + url.search) }
  return url.hostname === '' ? { source: 'outside' } : { source: 'outside', host: url.hostname }
}

/** The source that a page of ours is, by path and query. Pages with no name of their own count as Explore. */
export function sourceOfPage(page: string): PlaySource {
  const { pathname, searchParams } = new URL(page, 'https://hoshi.invalid')
  const [, first = ''] = pathname.split('/')
  if (first === '') return 'landing'
  if (first === 'creator' || first === 'following') return 'profile'
  if (first === 'watch') return 'next'
  if (first === 'series') return 'series'
  if (first === 'embed' || pathname.endsWith('/iframe')) return 'embed'
  return searchParams.get('search') ? 'search' : 'explore'
}
