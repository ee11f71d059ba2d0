import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { savedMessages } from '#app/messages/settings.ts'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import type { Theme } from '#identity/theme.ts'
import { type SectionResult, SettingsSection, SubmitButton } from './section.tsx'
import { sectionUrl } from './settings-pages.ts'

const choices = [
  { theme: 'system', name: 'System', hint: null },
  { theme: 'dark', name: 'Dark', hint: 'Night' },
  { theme: 'light', name: 'Light', hint: 'Paper' },
] as const satisfies readonly { theme: Theme; name: string; hint: string | null }[]

/** The colours of the site, as three small pictures. A choice takes effect at once; without scripts it is saved by a button. */
export function ThemeSection({ theme, result }: { theme: Theme; result: SectionResult }) {
  const [chosen, setChosen] = useState(theme)
  const { refused, saved } = result
  const problem = refused?.section === 'theme' ? refused.message : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a refusal, what is stored is shown again
  useEffect(() => setChosen(theme), [theme, refused])
  return (
    <SettingsSection id="theme" title="Theme" lead="A change takes effect at once.">
      <Form method="post" action={sectionUrl('theme')} noValidate preventScrollReset replace>
        <input type="hidden" name="section" value="theme" />
        {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
        <fieldset className="theme-choices">
          <legend className="visually-hidden">Theme</legend>
          {choices.map((choice) => (
            <label key={choice.theme} className="theme-choice">
              <ThemePicture theme={choice.theme} />
              <span className="theme-name">
                <input
                  type="radio"
                  name="theme"
                  value={choice.theme}
                  checked={chosen === choice.theme}
                  onChange={(event) => {
                    setChosen(choice.theme)
                    event.currentTarget.form?.requestSubmit()
                  }}
                />
                <span>
                  <b>{choice.name}</b>
                  <span className="choice-hint">{choice.hint ?? <SystemHint />}</span>
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="needs-no-scripts">
          <div className="settings-actions cluster gap-3">
            <SubmitButton>Save Theme</SubmitButton>
          </div>
        </div>
        {saved === 'theme' && <SuccessMessage>{savedMessages.theme}</SuccessMessage>}
      </Form>
    </SettingsSection>
  )
}

/** What the device asks for now, once that is known. */
function SystemHint() {
  const isHydrated = useHydrated()
  const isLight = useMediaQuery('(prefers-color-scheme: light)')
  // As high as one line, as what follows is.
  if (!isHydrated) return '\u00a0'
  return isLight ? 'Now light' : 'Now dark'
}

function ThemePicture({ theme }: { theme: Theme }) {
  return (
    <svg
      className={`theme-picture theme-picture-${theme}`}
      viewBox="0 0 176 96"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="theme-night" width="176" height="96" />
      <path className="theme-paper" d="M110 0H176V96H66Z" />
      <rect className="theme-name-line" x="12" y="12" width="40" height="8" rx="4" />
      <rect className="theme-panel" x="12" y="32" width="72" height="40" rx="4" />
      <rect className="theme-line" x="12" y="80" width="44" height="4" rx="2" />
      <rect className="theme-sheet" x="108" y="32" width="56" height="52" rx="3" />
    </svg>
  )
}
