import type { ReactNode } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { MenuPage } from './player-state.ts'

interface ItemProps {
  icon: IconName
  name: string
  onClick(): void
}

/** Leads to a page of the menu, and shows the value that is chosen there. */
export function PageItem({ page, value, ...item }: ItemProps & { page: MenuPage; value: string }) {
  return (
    <MenuButton role="menuitem" icon={item.icon} onClick={item.onClick} page={page}>
      {item.name}
      <span className="menu-value figures">{value}</span>
      <Icon name="chevron-right" />
    </MenuButton>
  )
}

/** Does one thing and closes the menu. */
export function ActionItem({ icon, name, hint, onClick }: ItemProps & { hint?: string }) {
  return (
    <MenuButton role="menuitem" icon={icon} onClick={onClick} keys={hint}>
      {name}
      {hint && (
        <span className="menu-value menu-key" aria-hidden="true">
          {hint}
        </span>
      )}
    </MenuButton>
  )
}

/** An item that is on or off. */
export function ToggleItem({ icon, name, isOn, onClick }: ItemProps & { isOn: boolean }) {
  return (
    <MenuButton role="menuitemcheckbox" icon={icon} onClick={onClick} isChecked={isOn}>
      {name}
      <span className="menu-switch" />
    </MenuButton>
  )
}

/** Leads back from a page, whose title it is. */
export function BackItem({ title, onClick }: { title: string; onClick(): void }) {
  return (
    <MenuButton role="menuitem" icon="chevron-left" onClick={onClick} className="menu-back">
      {title}
      <span className="visually-hidden">, back to settings</span>
    </MenuButton>
  )
}

/** One of several, of which one is chosen. */
export function ChoiceItem(props: { name: string; value?: string; isChosen: boolean; onClick(): void }) {
  const { name, value, isChosen, onClick } = props
  return (
    <MenuButton role="menuitemradio" onClick={onClick} isChecked={isChosen}>
      <bdi>{name}</bdi>
      <span className="menu-value figures">{value}</span>
      {isChosen && <Icon name="check" />}
    </MenuButton>
  )
}

interface MenuButtonProps {
  role: 'menuitem' | 'menuitemcheckbox' | 'menuitemradio'
  icon?: IconName
  page?: MenuPage
  isChecked?: boolean
  keys?: string
  className?: string
  onClick(): void
  children: ReactNode
}

/** The menu moves the focus, so none of its items is a stop of its own. */
function MenuButton({ role, icon, page, isChecked, keys, className, onClick, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      role={role}
      tabIndex={-1}
      className={className ? `menu-item row gap-3 ${className}` : 'menu-item row gap-3'}
      {...(isChecked === undefined ? {} : { 'aria-checked': isChecked })}
      aria-haspopup={page && 'menu'}
      aria-keyshortcuts={keys}
      data-page={page}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
