import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { ErrorMessage } from '#app/ui/field.tsx'
import { FileRow } from '#app/ui/file-row.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { FONTS_PER_SUBTITLE } from '#subtitles/fonts/font.ts'
import type { RefusedSubtitles } from './change-subtitles.server.ts'
import type { Chosen } from './load-subtitles.server.ts'

interface FontsProps {
  text: Chosen
  answer: RefusedSubtitles | null
  isCreator: boolean
}

/** The fonts of a script. Only the creator of the episode changes those that everybody sees. */
export function Fonts({ text, answer, isCreator }: FontsProps) {
  const isSaving = useNavigation().state !== 'idle'
  const mayChange = isCreator || (text.approvedVersion === null && text.state !== 'declined')
  const errorOf = (intent: string, field: string) =>
    answer?.values.intent === intent && answer.refused.field === field ? answer.refused.message : undefined
  const waiting = text.fonts.filter(({ isLicensed }) => !isLicensed)
  return (
    <section className="panel subtitles-files subtitles-fonts">
      <h2>Fonts</h2>
      {text.fonts.length === 0 && <p className="muted">No fonts added. Hoshi uses its default font.</p>}
      <ul>
        {text.fonts.map(({ id, name, isLicensed }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              {!isLicensed && <span className="badge subtitles-state">Not shared</span>}
            </div>
            {mayChange && (
              <Form method="post" encType="multipart/form-data">
                <input type="hidden" name="id" value={text.id} />
                <input type="hidden" name="font" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="remove-font"
                  className="button button-text"
                  disabled={isSaving}
                >
                  Remove<span className="visually-hidden"> {name}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {mayChange && waiting.length > 0 && (
        <Form method="post" encType="multipart/form-data" noValidate>
          <p>
            {waiting.length === 1 ? '1 font was' : `${waiting.length} fonts were`} found in the video file. Viewers get{' '}
            {waiting.length === 1 ? 'it' : 'them'} once you confirm that you may share{' '}
            {waiting.length === 1 ? 'it' : 'them'}.
          </p>
          <input type="hidden" name="id" value={text.id} />
          <LicenceBox
            label={`I have the right to share ${waiting.length === 1 ? 'this font' : 'these fonts'} with viewers.`}
            error={errorOf('license-fonts', 'licence')}
          />
          <button type="submit" name="intent" value="license-fonts" className="button button-small" disabled={isSaving}>
            Share
          </button>
        </Form>
      )}
      {mayChange && text.fonts.length < FONTS_PER_SUBTITLE && (
        <Form
          method="post"
          action={`?${new URLSearchParams({ text: text.id, font: '' })}`}
          encType="multipart/form-data"
          noValidate
        >
          <input type="hidden" name="id" value={text.id} />
          <FontField error={errorOf('font', 'font')} />
          <LicenceBox label="I have the right to share this font with viewers." error={errorOf('font', 'licence')} />
          <button type="submit" name="intent" value="font" className="button button-small" disabled={isSaving}>
            <Icon name="plus" />
            Add Font
          </button>
        </Form>
      )}
    </section>
  )
}

function FontField({ error }: { error: string | undefined }) {
  return (
    <FileRow
      label="Font"
      hint="TTF, OTF or WOFF, at most 12 MB"
      prompt="Drop a font here"
      name="font"
      accept=".ttf,.otf,.woff,.woff2"
      error={error}
    />
  )
}

function LicenceBox({ label, error }: { label: string; error: string | undefined }) {
  const id = useId()
  return (
    <>
      <div className="check">
        <input
          type="checkbox"
          id={id}
          name="licence"
          value="yes"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && <ErrorMessage id={`${id}-error`}>{error}</ErrorMessage>}
    </>
  )
}
