import { Link } from '#app/ui/link.tsx'
import { SettingsSection } from './section.tsx'

/** In place of the change of a password, where the account has none. */
export function FirstPasswordSection() {
  return (
    <SettingsSection id="password" title="Password" lead="Your account has no password yet. Some changes ask for one.">
      <div className="settings-actions">
        <Link className="button" to="/forgot-password">
          Set a password by mail
        </Link>
      </div>
    </SettingsSection>
  )
}
