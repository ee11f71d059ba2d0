import { Link } from '#app/ui/link.tsx'
import { SettingsSection } from './section.tsx'

/** In place of the change of a password, where the account has none. */
export function FirstPasswordSection() {
  return (
    <SettingsSection id="password" title="Password" lead="Your account has no password yet. Some changes require one.">
      <div className="settings-actions cluster gap-3">
        <Link className="button" to="/forgot-password">
          Set Password by Email
        </Link>
      </div>
    </SettingsSection>
  )
}
