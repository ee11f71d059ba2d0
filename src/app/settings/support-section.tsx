import { useNavigation } from 'react-router'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useOrderedRows } from '#app/ui/use-ordered-rows.ts'
import type { SupportLink, SupportLinkFields } from '#creators/creator.ts'
import { SUPPORT_LABEL_MAX_CHARACTERS, SUPPORT_LINKS_MAX } from '#creators/support-links.ts'
import { fieldError, SectionForm, type SectionResult, SettingsSection } from './section.tsx'
import { ROW_COUNT } from './support-form.ts'

interface SupportSectionProps {
  links: SupportLink[]
  /** URL of the profile, to which pages link back. */
  profileUrl: string
  result: SectionResult
}

const errorFields = Array.from({ length: SUPPORT_LINKS_MAX }, (_, n) => [
  `supportLinks.${n}.url`,
  `supportLinks.${n}.label`,
]).flat()

/** The form for a creator's support links. Without scripts, its buttons change the list and save it. */
export function SupportSection({ links, profileUrl, result }: SupportSectionProps) {
  // While a form is sent, nothing changes that its answer would replace.
  const isBusy = useNavigation().state !== 'idle'
  const typed = result.refused?.section === 'support' ? result.refused.links : null
  return (
    <SettingsSection
      id="support"
      title="Support links"
      lead="Up to five pages where people can support you. The first one is your Patreon URL."
    >
      <SectionForm section="support" result={result} fields={errorFields} save="Save Links">
        {/* Enter in a field saves, and presses none of the buttons below. */}
        <button type="submit" hidden disabled={isBusy} />
        <Rows
          key={JSON.stringify(links.map(({ label, url }) => [label, url]))}
          first={typed ?? links}
          stored={links}
          result={result}
          isBusy={isBusy}
        />
        <p className="settings-note">
          A link is verified when its page links back to <span className="support-profile">{profileUrl}</span> with{' '}
          <code>rel="me"</code>. We check every time you save.
        </p>
      </SectionForm>
    </SettingsSection>
  )
}

interface RowsProps {
  first: SupportLinkFields[]
  stored: SupportLink[]
  result: SectionResult
  isBusy: boolean
}

function Rows({ first, stored, result, isBusy }: RowsProps) {
  const verified = new Set(stored.filter((link) => link.verified).map(({ url }) => url))
  const { refused } = result
  const isRefusedAt = (at: number) => refused?.field?.startsWith(`supportLinks.${at}.`) === true
  const list = useOrderedRows(withEmptyRow(first), { isLocked: isBusy, refused, isRefusedAt })
  const errorOf = (key: number, name: 'label' | 'url') =>
    key === list.faultKey && refused?.field?.endsWith(`.${name}`) ? fieldError('support', result, refused.field) : {}
  const isMoved = list.rows.length !== list.startedWith || list.rows.some(({ key }, at) => key !== at)
  // The first row has no such button.
  const moveUp = (at: number, key: number) => list.move(at, at - 1, at > 1 ? `up ${key}` : `field ${key}`)
  return (
    <>
      <input type="hidden" name={ROW_COUNT} value={list.rows.length} data-unsaved={isMoved || undefined} />
      {list.rows.map(({ key, row }, index) => (
        <fieldset key={key} className="support-row">
          <legend className="visually-hidden">Link {index + 1}</legend>
          <Field
            label="Label"
            name={`label${index}`}
            defaultValue={row.label}
            readOnly={isBusy}
            maxLength={SUPPORT_LABEL_MAX_CHARACTERS}
            placeholder="Site name"
            data-focus={`field ${key}`}
            {...errorOf(key, 'label')}
          />
          <Field
            label="URL"
            name={`url${index}`}
            type="url"
            inputMode="url"
            defaultValue={row.url}
            readOnly={isBusy}
            placeholder="https://"
            {...(verified.has(row.url) && { hint: 'Verified' })}
            {...errorOf(key, 'url')}
          />
          <div className="support-row-actions">
            {index > 0 && (
              <IconButton
                icon="chevron-up"
                name="Move up"
                submit={{ name: 'change', value: `up-${index}` }}
                focusId={`up ${key}`}
                onClick={() => moveUp(index, key)}
              />
            )}
            <IconButton
              icon="trash"
              name="Remove"
              submit={{ name: 'change', value: `remove-${index}` }}
              onClick={() => list.remove(index)}
            />
          </div>
        </fieldset>
      ))}
      {list.rows.length < SUPPORT_LINKS_MAX && (
        <button
          type="submit"
          name="change"
          value="add"
          className="button button-small support-add"
          data-focus="add"
          onClick={(event) => {
            event.preventDefault()
            list.add({ label: '', url: '' })
          }}
        >
          <Icon name="plus" />
          Add Link
        </button>
      )}
    </>
  )
}

/** Room for one more link, which is how links are added without scripts. */
function withEmptyRow(links: SupportLinkFields[]): SupportLinkFields[] {
  return links.length < SUPPORT_LINKS_MAX && links.at(-1)?.url !== '' ? [...links, { label: '', url: '' }] : links
}
