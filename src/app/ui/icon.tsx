import sprite from '../art/icons.svg?no-inline'

export type IconName =
  | 'play'
  | 'pause'
  | 'vol'
  | 'mute'
  | 'full'
  | 'x'
  | 'check'
  | 'comet'
  | 'up'
  | 'down'
  | 'left'
  | 'refresh'
  | 'film'
  | 'warn'
  | 'out'
  | 'menu'
  | 'home'
  | 'search'
  | 'user'
  | 'eye'
  | 'heart'
  | 'note'
  | 'edit'
  | 'plus'
  | 'link'
  | 'public'
  | 'private'
  | 'date'
  | 'heart-on'
  | 'later'
  | 'more'
  | 'reply'
  | 'pin'
  | 'hide'
  | 'trash'
  | 'bell'
  | 'follow'
  | 'chevron-up'
  | 'share'
  | 'copy'
  | 'series'
  | 'grip'
  | 'info'
  | 'download'
  | 'epprev'
  | 'epnext'

/** A decorative icon beside text, or inside a control that has its own name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="20" height="20" aria-hidden="true">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  )
}
