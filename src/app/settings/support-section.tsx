import { useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useFocusNext } from '#app/ui/use-focus-next.ts'
import type { SupportLink, SupportLinkFields } from '#creators/creator.ts'
import { SUPPORT_LABEL_MAX_CHARACTERS, SUPPORT_LINKS_MAX } from '#creators/support-links.ts'
import { type FormResult, fieldError, SectionForm, SettingsSection, SubmitButton } from './section.tsx'

interface SupportSectionProps {
  links: SupportLink[]
  /** URL of the profile, to which pages link back. */
  profileUrl: string
  result: FormResult
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
      <SectionForm section="support" result={result} fields={errorFields}>
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
          <code>rel="me"</code>. We look each time you save.
        </p>
        <div className="settings-actions">
          <SubmitButton variant="button-primary">Save Links</SubmitButton>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

interface Row extends SupportLinkFields {
  key: number
}

interface RowsProps {
  first: SupportLinkFields[]
  stored: SupportLink[]
  result: FormResult
  isBusy: boolean
}

function Rows({ first, stored, result, isBusy }: RowsProps) {
  const nextKey = useRef(SUPPORT_LINKS_MAX)
  const [rows, setRows] = useState<Row[]>(() => withEmptyRow(first).map((link, key) => ({ ...link, key })))
  const verified = new Set(stored.filter((link) => link.verified).map(({ url }) => url))
  const focusNext = useFocusNext()
  // The row that was refused keeps its error when it moves.
  const { refused } = result
  const atFault = () => rows.find((_, at) => refused?.field?.startsWith(`supportLinks.${at}.`))?.key
  const [fault, setFault] = useState(() => ({ refused, key: atFault() }))
  if (fault.refused !== refused) setFault({ refused, key: atFault() })
  const errorOf = (row: Row, name: 'label' | 'url') =>
    row.key === fault.key && refused?.field?.endsWith(`.${name}`) ? fieldError('support', result, refused.field) : {}

  const add = () => {
    if (isBusy) return
    nextKey.current += 1
    setRows([...rows, { label: '', url: '', key: nextKey.current }])
    focusNext(`label ${nextKey.current}`)
  }
  const moveUp = (index: number) => {
    if (isBusy) return
    const { key } = rows[index]!
    setRows(movedUp(rows, index))
    focusNext(index > 1 ? `up ${key}` : `label ${key}`)
  }
  const remove = (index: number) => {
    if (isBusy) return
    const neighbour = rows[index + 1] ?? rows[index - 1]
    setRows(rows.toSpliced(index, 1))
    focusNext(neighbour ? `label ${neighbour.key}` : 'add link')
  }
  return (
    <>
      {rows.map((row, index) => (
        <fieldset key={row.key} className="support-row">
          <legend className="visually-hidden">Link {index + 1}</legend>
          <Field
            label="Label"
            name={`label${index}`}
            defaultValue={row.label}
            readOnly={isBusy}
            maxLength={SUPPORT_LABEL_MAX_CHARACTERS}
            placeholder="Name of the site"
            data-focus={`label ${row.key}`}
            {...errorOf(row, 'label')}
          />
          <Field
            label="Address"
            name={`url${index}`}
            type="url"
            inputMode="url"
            defaultValue={row.url}
            readOnly={isBusy}
            placeholder="https://"
            {...(verified.has(row.url) && { hint: 'Verified' })}
            {...errorOf(row, 'url')}
          />
          <div className="support-row-actions">
            {index > 0 && (
              <RowButton
                icon="chevron-up"
                name="Move up"
                value={`up-${index}`}
                focusId={`up ${row.key}`}
                onPress={() => moveUp(index)}
              />
            )}
            <RowButton icon="trash" name="Remove" value={`remove-${index}`} onPress={() => remove(index)} />
          </div>
        </fieldset>
      ))}
      {rows.length < SUPPORT_LINKS_MAX && (
        <button
          type="submit"
          name="change"
          value="add"
          className="button button-small support-add"
          data-focus="add link"
          onClick={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <Icon name="plus" />
          Add Link
        </button>
      )}
    </>
  )
}

interface RowButtonProps {
  icon: 'chevron-up' | 'trash'
  name: string
  value: string
  focusId?: string
  onPress: () => void
}

function RowButton({ icon, name, value, focusId, onPress }: RowButtonProps) {
  return <IconButton icon={icon} name={name} submit={{ name: 'change', value }} focusId={focusId} onClick={onPress} />
}

/** Room for one more link, which is how links are added without scripts. */
function withEmptyRow(links: SupportLinkFields[]): SupportLinkFields[] {
  return links.length < SUPPORT_LINKS_MAX && links.at(-1)?.url !== '' ? [...links, { label: '', url: '' }] : links
}

function movedUp<Each>(all: Each[], index: number): Each[] {
  return [...all.slice(0, index - 1), all[index]!, all[index - 1]!, ...all.slice(index + 1)]
}
