import { Icon } from '#app/ui/icon.tsx'
import { type Chapter, chapterAt } from '#catalog/chapters.ts'
import type { ControlProps } from './control-props.ts'

/** Opens and closes the settings menu. */
export function SettingsButton({ state, commands }: ControlProps) {
  const isOpen = state.menu !== null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Settings"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      data-menu="settings"
      onClick={() => commands.openMenu(isOpen ? null : 'settings')}
    >
      <Icon name="gear" />
    </button>
  )
}

/** The chapter that plays. Opens the list of chapters in the menu. */
export function ChapterButton({ state, commands, chapters }: ControlProps & { chapters: readonly Chapter[] }) {
  const chapter = chapterAt(chapters, state.position)
  if (!chapter) return null
  return (
    <button
      type="button"
      className="controls-chapter row"
      aria-label={`Chapter: ${chapter.title}`}
      aria-haspopup="menu"
      aria-expanded={state.menu === 'chapters'}
      data-menu="chapters"
      onClick={() => commands.openMenu(state.menu === null ? 'chapters' : null)}
    >
      <Icon name="chevron-right" />
      <bdi>{chapter.title}</bdi>
    </button>
  )
}
