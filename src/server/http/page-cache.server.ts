import { coalesceReads } from '#platform/coalesced-read.ts'
import { inTime, SHARED_MS } from '#platform/shared-reads.ts'
import { encodePage, type PageCoding } from './page-encoding.server.ts'

/** Most bytes of pages in one process. */
const MAX_BYTES = 32 * 1024 * 1024

/** A page as it is sent. */
interface FinishedPage {
  headers: [string, string][]
  plain: Uint8Array<ArrayBuffer>
  /** The page in the codings that have been requested. */
  encoded: Map<PageCoding, Uint8Array<ArrayBuffer>>
}

interface StoredPage extends FinishedPage {
  version: number
  storedAt: number
}

/** Anything that is not a page for everybody is passed on as it was rendered. */
type Rendered<Page extends FinishedPage = FinishedPage> = Page | Response

export interface PageCache {
  /**
   * The page of this key: a stored one that is less than a second old and that no change of an episode or of the site has
   * followed, or a new one. Requests for the same page wait for the same rendering: where the version is known, for the one that is
   * under way; otherwise for the one that begins after them, once the one under way has ended.
   *
   * @param key everything that the page depends on
   * @param render is called with no other rendering of this key and version under way; anything but 200 is not stored
   * @param coding the content coding of the answer; null for none
   */
  answer(key: string, coding: PageCoding | null, render: () => Promise<Response>): Promise<Response>
  /** Answers since the start, from memory and after a rendering, and the pages in memory. */
  usage(): { hits: number; misses: number; pages: number; bytes: number }
}

/**
 * Holds finished pages for people without an account.
 *
 * @param readVersion resolves to a number read after the call, higher after each change of an episode on any process,
 *   and after each change of the site that this process knows of
 */
export function createPageCache(readVersion: () => Promise<number>, now: () => number = Date.now): PageCache {
  const pages = new Map<string, StoredPage>()
  const renderings = new Map<string, { version: number; page: Promise<Rendered<StoredPage>> }>()
  /** Pages whose version is not known, while somebody waits for them. */
  const unversioned = new Map<string, UnversionedPage>()
  let bytes = 0
  let hits = 0
  let misses = 0
  let isEvictionSet = false

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= sizeOf(page)
  }

  const isFresh = (page: StoredPage) => Math.abs(now() - page.storedAt) < SHARED_MS

  function store(key: string, page: StoredPage): void {
    drop(key)
    if (sizeOf(page) > MAX_BYTES) return
    pages.set(key, page)
    bytes += sizeOf(page)
    // The oldest are first.
    for (const oldest of pages.keys()) {
      if (bytes <= MAX_BYTES) break
      drop(oldest)
    }
    evictLater()
  }

  /** Evicts pages that are no longer fresh. */
  function evictLater(): void {
    if (isEvictionSet) return
    isEvictionSet = true
    setTimeout(() => {
      isEvictionSet = false
      for (const [key, cached] of [...pages]) if (!isFresh(cached)) drop(key)
      if (pages.size > 0) evictLater()
    }, SHARED_MS * 2).unref()
  }

  async function render(key: string, version: number, renderPage: () => Promise<Response>) {
    // Taken before the page reads anything: its contents may be as old as that.
    const storedAt = now()
    const finished = await finish(await renderPage())
    if (finished instanceof Response) return finished
    const page = { version, storedAt, ...finished }
    // A change by another process may have been seen since, and a newer page stored.
    if ((pages.get(key)?.version ?? 0) <= version) store(key, page)
    return page
  }

  function renderOnce(key: string, version: number, renderPage: () => Promise<Response>) {
    const running = renderings.get(key)
    if (running?.version === version) return running.page
    const page = render(key, version, renderPage)
    const rendering = { version, page }
    renderings.set(key, rendering)
    const settle = () => {
      if (renderings.get(key) === rendering) renderings.delete(key)
    }
    page.then(settle, settle)
    return page
  }

  /** Without a version, only a rendering that begins after the request is known to show each change before it. */
  async function renderUnversioned(key: string, renderPage: () => Promise<Response>): Promise<Rendered> {
    const page = unversioned.get(key) ?? createUnversionedPage(renderPage)
    unversioned.set(key, page)
    page.renderPage = renderPage
    page.waiting += 1
    try {
      return await page.render()
    } finally {
      page.waiting -= 1
      if (page.waiting === 0) unversioned.delete(key)
    }
  }

  return {
    async answer(key, coding, renderPage) {
      const version = await inTime(readVersion())
      const cached = version === null ? undefined : pages.get(key)
      if (cached && cached.version === version && isFresh(cached)) {
        hits += 1
        return toResponse(cached, coding)
      }
      misses += 1
      if (version === null) return toResponse(await renderUnversioned(key, renderPage), coding)
      return toResponse(await renderOnce(key, version, renderPage), coding)
    },
    usage: () => ({ hits, misses, pages: pages.size, bytes }),
  }
}

interface UnversionedPage {
  /** Renders for the latest request: the log of a failed rendering names a request that waits for it. */
  renderPage: () => Promise<Response>
  /** Number of requests that wait. */
  waiting: number
  render(): Promise<Rendered>
}

function createUnversionedPage(renderPage: UnversionedPage['renderPage']): UnversionedPage {
  const page: UnversionedPage = {
    renderPage,
    waiting: 0,
    render: coalesceReads(async () => finish(await page.renderPage())),
  }
  return page
}

async function finish(response: Response): Promise<Rendered> {
  if (response.status !== 200 || response.headers.has('Set-Cookie')) return response
  return { headers: [...response.headers], plain: await response.bytes(), encoded: new Map() }
}

function toResponse(page: Rendered, coding: PageCoding | null): Response {
  if (page instanceof Response) return page.clone()
  const response = new Response(coding === null ? page.plain : encodedOnce(page, coding), { headers: page.headers })
  response.headers.append('Vary', 'Accept-Encoding')
  if (coding !== null) response.headers.set('Content-Encoding', coding)
  return response
}

function encodedOnce({ plain, encoded }: FinishedPage, coding: PageCoding): Uint8Array<ArrayBuffer> {
  const bytes = encoded.get(coding) ?? encodePage(plain, coding)
  encoded.set(coding, bytes)
  return bytes
}

/** Its encoded forms together take less than the page itself. */
function sizeOf({ plain }: FinishedPage): number {
  return plain.byteLength * 2
}
