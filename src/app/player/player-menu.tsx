import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatTime } from '#app/ui/format.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { type Chapter, chapterAt } from '#catalog/chapters.ts'
import type { CaptionTrack } from './caption-options.ts'
import type { ControlProps } from './control-props.ts'
import { ActionItem, BackItem, ChoiceItem, PageItem, ToggleItem } from './menu-items.tsx'
import { type MenuPage, speedsOf } from './player-state.ts'
import { formatBitRate } from './quality.ts'
import '../styles/player-menu.css'

/** A page of the menu that the player does not know itself. */
interface AddedPage {
  icon: IconName
  title: string
  /** Its present value in the settings, such as 'On'. */
  value: string
  renderItems(close: () => void): ReactNode
}

export interface PlayerMenuProps extends ControlProps {
  page: MenuPage
  chapters: readonly Chapter[]
  tracks: readonly CaptionTrack[]
  container: RefObject<HTMLElement | null>
  added: AddedPage | null
}

/** The buttons that open the menu, which close it too. */
const OPENERS = '[data-menu]'

const titles = {
  settings: 'Settings',
  quality: 'Quality',
  speed: 'Speed',
  captions: 'Captions',
  chapters: 'Chapter',
} as const

/** The settings menu over the picture, one level deep. The focus is in it while it is open, and then goes back. */
export function PlayerMenu({ page, container, ...props }: PlayerMenuProps) {
  const { commands, added } = props
  const title = page === 'added' ? (added?.title ?? '') : titles[page]
  const menu = useRef<HTMLDivElement>(null)
  const [opener] = useState<MenuPage>(page)
  const lastPage = useRef<MenuPage>(page)
  const noteId = useId()
  const note = page === 'quality' ? noteOf(props.state.qualities) : null

  useLayoutEffect(() => {
    const from = lastPage.current
    lastPage.current = page
    const [first] = itemsOf(menu.current)
    const wanted = page === 'settings' ? `[data-page="${from}"]` : '[aria-checked="true"]'
    const target = menu.current?.querySelector<HTMLElement>(wanted) ?? first
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [page])

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      const element = target instanceof Element ? target : null
      if (!element?.closest(`${OPENERS}, .player-menu`)) commands.openMenu(null)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [commands])

  /** Closes the menu and gives the focus back. */
  function close(): void {
    container.current?.querySelector<HTMLElement>(`[data-menu="${opener}"]`)?.focus({ preventScroll: true })
    commands.openMenu(null)
  }

  function handleKey(event: KeyboardEvent): void {
    // With Tab, the focus goes on from the button that opened the menu.
    if (event.key === 'Tab' || event.key === 'Escape') close()
    else if (event.key === 'ArrowLeft' && page !== 'settings') commands.openMenu('settings')
    else if (!moveIn(itemsOf(menu.current), event.key)) return
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }

  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
    const isInside = currentTarget.contains(relatedTarget) || relatedTarget?.matches(OPENERS)
    if (relatedTarget && !isInside) commands.openMenu(null)
  }

  return (
    <div className="player-menu">
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-label={title}
        aria-describedby={note ? noteId : undefined}
        onKeyDown={handleKey}
        onBlur={closeWhenLeft}
      >
        {page !== 'settings' && <BackItem title={title} onClick={() => commands.openMenu('settings')} />}
        <Items {...props} page={page} container={container} close={close} />
      </div>
      {note && (
        <p id={noteId} className="menu-note">
          {note}
        </p>
      )}
    </div>
  )
}

interface ItemsProps extends PlayerMenuProps {
  close(): void
}

function Items(props: ItemsProps) {
  if (props.page === 'quality') return <Qualities {...props} />
  if (props.page === 'speed') return <Speeds {...props} />
  if (props.page === 'captions') return <Captions {...props} />
  if (props.page === 'chapters') return <Chapters {...props} />
  if (props.page === 'added') return props.added?.renderItems(props.close)
  return <Settings {...props} />
}

function Settings({ state, commands, chapters, tracks, container, added, close }: ItemsProps) {
  const chapter = chapterAt(chapters, state.position)
  const isInRow = (className: string) => isShown(container.current?.querySelector(className))
  const isLeftOut = (className: string) => container.current?.querySelector(className) && !isInRow(className)
  const isTheatreOffered = container.current?.querySelector('.controls-theatre') && !state.isFullScreen && isWidePage()
  const act = (command: () => void) => () => {
    close()
    command()
  }
  const shown = state.shownQuality === null ? '' : ` ${state.shownQuality}p`
  return (
    <>
      {chapter && !isInRow('.controls-chapter') && (
        <PageItem
          icon="menu"
          name={titles.chapters}
          value={chapter.title}
          page="chapters"
          onClick={() => commands.openMenu('chapters')}
        />
      )}
      <PageItem
        icon="film"
        name={titles.quality}
        value={state.quality === null ? `Auto${shown}` : `${state.quality}p`}
        page="quality"
        onClick={() => commands.openMenu('quality')}
      />
      <PageItem
        icon="speed"
        name={titles.speed}
        value={String(state.rate)}
        page="speed"
        onClick={() => commands.openMenu('speed')}
      />
      {tracks.length > 0 && (
        <>
          <PageItem
            icon="cc"
            name={titles.captions}
            value={tracks.find(({ id }) => id === state.captions)?.label ?? 'Off'}
            page="captions"
            onClick={() => commands.openMenu('captions')}
          />
          <ActionItem icon="sliders" name="Caption style" onClick={act(() => commands.showCaptionStyle(true))} />
        </>
      )}
      {added && (
        <PageItem
          icon={added.icon}
          name={added.title}
          value={added.value}
          page="added"
          onClick={() => commands.openMenu('added')}
        />
      )}
      <ToggleItem icon="loop" name="Loop" isOn={state.isLooping} onClick={commands.toggleLoop} />
      {isLeftOut('.controls-study') && (
        <ActionItem icon="study" name="Study mode" hint="S" onClick={act(commands.toggleStudy)} />
      )}
      {isTheatreOffered && !isInRow('.controls-theatre') && (
        <ActionItem icon="theatre" name="Theatre" hint="T" onClick={act(commands.toggleTheatre)} />
      )}
      {state.hasPictureInPicture && !isInRow('.controls-pip') && (
        <ActionItem icon="pip" name="Picture in picture" hint="I" onClick={act(commands.togglePictureInPicture)} />
      )}
      <ActionItem icon="keys" name="Keyboard shortcuts" hint="?" onClick={act(() => commands.showKeyboard(true))} />
    </>
  )
}

function Qualities({ state, commands, close }: ItemsProps) {
  const choose = (lines: number | null) => () => {
    commands.chooseQuality(lines)
    close()
  }
  return (
    <>
      <ChoiceItem
        name="Auto"
        value={state.quality === null && state.shownQuality !== null ? `${state.shownQuality}p now` : ''}
        isChosen={state.quality === null}
        onClick={choose(null)}
      />
      {state.qualities.map(({ lines, bitsPerSecond }) => (
        <ChoiceItem
          key={lines}
          name={`${lines}p`}
          value={formatBitRate(bitsPerSecond)}
          isChosen={state.quality === lines}
          onClick={choose(lines)}
        />
      ))}
    </>
  )
}

function Speeds({ state, commands, close }: ItemsProps) {
  return speedsOf(state).map((speed) => (
    <ChoiceItem
      key={speed}
      name={String(speed)}
      isChosen={state.rate === speed}
      onClick={() => {
        commands.setRate(speed)
        close()
      }}
    />
  ))
}

function Captions({ state, commands, tracks, close }: ItemsProps) {
  const choose = (track: CaptionTrack | null) => () => {
    commands.chooseCaptions(track)
    close()
  }
  return (
    <>
      <ChoiceItem name="Off" isChosen={state.captions === null} onClick={choose(null)} />
      {tracks.map((track) => (
        <ChoiceItem
          key={track.id}
          name={track.label}
          value={track.by}
          isChosen={track.id === state.captions}
          onClick={choose(track)}
        />
      ))}
    </>
  )
}

function Chapters({ state, commands, chapters, close }: ItemsProps) {
  const now = chapterAt(chapters, state.position)
  return chapters.map((chapter) => (
    <ChoiceItem
      key={chapter.startSeconds}
      name={chapter.title}
      value={formatTime(chapter.startSeconds)}
      isChosen={chapter === now}
      onClick={() => {
        commands.seekTo(chapter.startSeconds)
        close()
      }}
    />
  ))
}

function noteOf(qualities: readonly unknown[]): string {
  return qualities.length === 0
    ? 'Quality adjusts to your connection.'
    : 'Auto adjusts to your connection and never exceeds the size of the player.'
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('.menu-item') ?? [])]
}

/** Moves the focus among the items, or opens the page of an item. @returns false for a key of no meaning here */
function moveIn(items: readonly HTMLElement[], key: string): boolean {
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') items[(at + 1) % items.length]?.focus()
  else if (key === 'ArrowUp') items.at(at <= 0 ? -1 : at - 1)?.focus()
  else if (key === 'Home') items[0]?.focus()
  else if (key === 'End') items.at(-1)?.focus()
  else if (key === 'ArrowRight' && items[at]?.matches('[data-page]')) items[at].click()
  else return false
  return true
}

/** The row below the picture leaves out the controls that it has no room for. */
function isShown(element: Element | null | undefined): boolean {
  return element ? element.getClientRects().length > 0 : false
}

/** As in watch.css: on narrower pages the player is as wide as it can be. */
function isWidePage(): boolean {
  return matchMedia('(min-width: 1024px)').matches
}
