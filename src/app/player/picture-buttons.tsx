import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { ControlProps } from './control-props.ts'

interface PictureButtonsProps extends ControlProps {
  hasTheatre: boolean
  hasFlashes: boolean
}

interface PictureButtonProps {
  name: string
  icon: IconName
  className: string
  isOn: boolean
  onClick(): void
}

/** How large the picture is, and where: each button keeps its name, and says whether it is on. */
export function PictureButtons({ state, commands, hasTheatre, hasFlashes }: PictureButtonsProps) {
  return (
    <>
      {hasFlashes && (
        <PictureButton
          name="Dim flashes"
          icon="flash"
          className="controls-dim"
          isOn={state.isDimming}
          onClick={commands.toggleDimming}
        />
      )}
      {state.hasPictureInPicture && (
        <PictureButton
          name="Picture in picture"
          icon="pip"
          className="controls-pip"
          isOn={state.isPictureInPicture}
          onClick={commands.togglePictureInPicture}
        />
      )}
      {hasTheatre && (
        <PictureButton
          name="Theatre"
          icon="theatre"
          className="controls-theatre"
          isOn={state.isTheatre}
          onClick={commands.toggleTheatre}
        />
      )}
      <PictureButton
        name="Full screen"
        icon={state.isFullScreen ? 'x' : 'full'}
        className="controls-full"
        isOn={state.isFullScreen}
        onClick={commands.toggleFullScreen}
      />
    </>
  )
}

function PictureButton({ name, icon, className, isOn, onClick }: PictureButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={name}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
