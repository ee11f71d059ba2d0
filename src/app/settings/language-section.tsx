import { SettingsSection } from './section.tsx'

/** The language of the site, of which there is one. */
export function LanguageSection() {
  return (
    <SettingsSection id="language" title="Language">
      <p>
        <b>English</b>
      </p>
      <p className="settings-note">
        Hoshi is available in English. Titles, descriptions and comments appear as people wrote them.
      </p>
    </SettingsSection>
  )
}
