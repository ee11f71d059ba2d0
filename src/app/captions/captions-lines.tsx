import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '#app/http/current-user.ts'
import { playFrom, useCurrentSeconds } from '#app/playback/watch-video.ts'
import { ReportLink } from '#app/report/report-link.tsx'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { firstAfter } from './active-cues.ts'
import { groupLines, type LineGroup, markWords } from './group-lines.ts'
import { type FoundLines, useLines } from './use-lines.ts'
import '../styles/lines.css'

/** Longest search that the server takes. */
const SEARCH_MAX_CHARACTERS = 200

interface LinesPanelProps {
  episodeId: string
  /** Creator of the episode, who sees no links to report its lines. */
  creatorUid: string
  /** Each can be reported. */
  texts: readonly { id: string; label: string }[]
  count: number
  /** How often the key of the search was pressed. */
  finds: number
}

/** The transcript of the episode beside its player: the current line, a search, and jumps to each line. */
export function LinesPanel({ episodeId, creatorUid, texts, count, finds }: LinesPanelProps) {
  const isCreator = useCurrentUser()?.uid === creatorUid
  const [search, setSearch] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isSeen = useIsSeen(panel)
  const { found, hasFailed, retry } = useLines(episodeId, search.trim(), isSeen)
  const isCurrent = found?.search === search.trim()
  useEffect(() => {
    if (finds > 0) field.current?.focus()
  }, [finds])

  function clear(): void {
    setSearch('')
    field.current?.focus()
  }

  return (
    <div ref={panel} className="lines">
      <search className="lines-search row">
        <Icon name="search" />
        <input
          ref={field}
          data-find-line=""
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Search the transcript"
          aria-label="Search the transcript"
          aria-keyshortcuts="/"
          maxLength={SEARCH_MAX_CHARACTERS}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => handleFieldKey(event, panel.current, clear)}
        />
        <span className="lines-count figures" role="status">
          {search !== '' && isCurrent && found && `${found.total} ${found.total === 1 ? 'line' : 'lines'}`}
        </span>
        {search !== '' && <IconButton name="Clear" icon="x" onClick={clear} />}
      </search>
      {hasFailed ? (
        <p className="lines-note" role="alert">
          The transcript could not be loaded.{' '}
          <button type="button" className="button button-small" onClick={retry}>
            Try Again
          </button>
        </p>
      ) : found?.lines.length === 0 && found.search !== '' ? (
        <div className="lines-none">
          <h3 className="text-face">No results for "{found.search}"</h3>
          <p>Try a shorter search, or search in another language.</p>
        </div>
      ) : found ? (
        <Lines found={found} />
      ) : (
        <div className="lines-list" style={{ height: 50 * count }} />
      )}
      {!isCreator && <Reports texts={texts} />}
    </div>
  )
}

function Lines({ found }: { found: FoundLines }) {
  const { lines, search, total } = found
  const language = lines[0]?.language ?? ''
  const groups = useMemo(
    () => groupLines(lines, pageLanguage(lines.map((line) => line.language)) ?? language),
    [lines, language],
  )
  const seconds = useCurrentSeconds()
  const now = Math.max(0, firstAfter(groups, seconds) - 1)
  const list = useRef<HTMLOListElement>(null)
  // The list scrolls with playback unless it has the focus or the pointer.
  useEffect(() => {
    if (search !== '' || list.current?.contains(document.activeElement) || list.current?.matches(':hover')) return
    const item = list.current?.children[now] as HTMLElement | undefined
    if (item && list.current) list.current.scrollTop = item.offsetTop - list.current.clientHeight / 3
  }, [now, search])
  return (
    <>
      <ol ref={list} className="lines-list" onKeyDown={handleListKey}>
        {groups.map((group, at) => (
          <LineItem
            key={`${group.from} ${group.lines[0]?.text}`}
            group={group}
            search={search}
            isNow={at === now && seconds >= Math.floor(group.from) && seconds < group.to}
          />
        ))}
      </ol>
      {lines.length < total ? (
        <p className="lines-note">
          Showing the first {lines.length} of {total} lines. Search to find the others.
        </p>
      ) : (
        <p className="lines-note is-of-keys">
          <kbd>
            <Icon name="up" />
            <span className="visually-hidden">Up</span>
          </kbd>{' '}
          <kbd className="is-turned">
            <Icon name="up" />
            <span className="visually-hidden">Down</span>
          </kbd>{' '}
          to choose a line, <kbd>Enter</kbd> to jump to it.
        </p>
      )}
    </>
  )
}

function Reports({ texts }: Pick<LinesPanelProps, 'texts'>) {
  return (
    <div className="lines-reports">
      {texts.map(({ id, label }) => (
        <ReportLink
          key={id}
          subject={{ kind: 'subtitle', id }}
          name={texts.length > 1 ? `Report ${label}` : 'Report'}
        />
      ))}
    </div>
  )
}

function LineItem({ group, search, isNow }: { group: LineGroup; search: string; isNow: boolean }) {
  return (
    <li className={isNow ? 'is-now' : undefined}>
      <button type="button" aria-current={isNow || undefined} onClick={() => playFrom(group.from)}>
        <span className="figures">{formatTime(group.from)}</span>
        <span className="lines-texts">
          {group.lines.map(({ language, text }) => (
            <span key={`${language} ${text}`} lang={language} dir="auto">
              {markWords(text, search).map(({ text: part, isHit }, at) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
                isHit ? <mark key={at}>{part}</mark> : part,
              )}
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}

/** Down leads from the field to the lines; Enter jumps to the first of them. */
function handleFieldKey(event: KeyboardEvent<HTMLInputElement>, panel: HTMLElement | null, clear: () => void): void {
  // Enter and the arrows belong to the input method while it composes Japanese.
  if (event.nativeEvent.isComposing) return
  const first = panel?.querySelector<HTMLElement>('.lines-list button')
  if (event.key === 'ArrowDown') first?.focus()
  else if (event.key === 'Enter') first?.click()
  else if (event.key === 'Escape' && event.currentTarget.value !== '') clear()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Moves the focus among the lines, and above the first one back to the field. */
function handleListKey(event: KeyboardEvent<HTMLOListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const field = document.querySelector<HTMLElement>('[data-find-line]')
  const next = {
    ArrowDown: buttons[at + 1],
    ArrowUp: at === 0 ? field : buttons[at - 1],
    Home: buttons[0],
    End: buttons.at(-1),
  }[event.key]
  if (!next) return
  next.focus()
  event.preventDefault()
  event.stopPropagation()
}

/** The first language of the reader that the lines have. */
function pageLanguage(languages: readonly string[]): string | undefined {
  const known = new Set(languages)
  return navigator.languages.flatMap((each) => [each, each.split('-')[0]!]).find((each) => known.has(each))
}

/** True once the element has come near the screen, or the focus into it. */
function useIsSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
