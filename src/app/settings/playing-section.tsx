import { useHydrated } from '#app/ui/use-hydrated.ts'
import { chooseAutoplayNext, useAutoplayNext } from '#app/up-next/autoplay-next.ts'
import { SettingsSection } from './section.tsx'

/** How episodes play in this browser, which remembers it for everybody who uses it. A change takes effect at once. */
export function PlayingSection() {
  const isHydrated = useHydrated()
  const isOn = useAutoplayNext()
  return (
    <SettingsSection id="playing" title="Playing" lead="Remembered in this browser. A change takes effect at once.">
      <div className="needs-scripts">
        <label className="switch settings-switch">
          Autoplay next episode
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
            role="switch"
            checked={isOn}
            disabled={!isHydrated}
            onChange={(event) => chooseAutoplayNext(event.currentTarget.checked)}
          />
        </label>
      </div>
      <p className="needs-no-scripts">This needs JavaScript, as the player does.</p>
    </SettingsSection>
  )
}
