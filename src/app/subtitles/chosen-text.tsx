import { Form, useNavigation } from 'react-router'
import { ReportLink } from '#app/report/report-link.tsx'
import { FileWarnings } from '#app/subtitle-lines/file-warnings.tsx'
import { ShiftForm } from '#app/subtitle-lines/shift-form.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { languageName, type SubtitleFormat, WORDS_MAX_CHARACTERS } from '#subtitles/subtitle.ts'
import type { RefusedSubtitles } from './change-subtitles.server.ts'
import { FileField } from './file-field.tsx'
import { Fonts } from './fonts.tsx'
import { LineTable } from './line-table.tsx'
import type { Chosen, SubtitlesData } from './load-subtitles.server.ts'
import { mayEdit } from './may-edit.ts'
import { NamingFields } from './naming-fields.tsx'
import { Versions } from './versions.tsx'
import { kindNames } from './words.ts'

interface ChosenTextProps {
  data: SubtitlesData
  text: Chosen
  answer: RefusedSubtitles | null
}

/** One text: its lines with advice about them, its review, its files and its versions. */
export function ChosenText({ data, text, answer }: ChosenTextProps) {
  return (
    <div className="subtitles-layout">
      <PaperCard className="subtitles-lines">
        <h2 className="figures">{text.lineCount === 1 ? '1 line' : `${text.lineCount} lines`}</h2>
        <p className="muted">{factsOf(text)}</p>
        {data.hasVideo && mayEdit(text, data.isCreator) && (
          <Link className="button button-small" to={`/subtitles/${data.episode.id}?text=${text.id}&edit`}>
            <Icon name="edit" />
            Edit Lines
          </Link>
        )}
        {text.approvedVersion !== null && !text.isByReader && (
          <ReportLink subject={{ kind: 'subtitle', id: text.id }} />
        )}
        {mayEdit(text, data.isCreator) && <ShiftForm text={text} />}
        {text.warnings.length > 0 && <FileWarnings warnings={text.warnings.map(({ message }) => message)} />}
        <LineTable text={text} framesPerSecond={data.framesPerSecond} />
      </PaperCard>
      <div className="subtitles-side stack gap-5">
        <AboutText data={data} text={text} answer={answer} />
      </div>
    </div>
  )
}

/** The review of a text, its files and its versions. */
export function AboutText({ data, text, answer }: ChosenTextProps) {
  return (
    <>
      {text.isHidden && (
        <section className="panel">
          <h2>Hidden by a moderator</h2>
          <p>
            Only the author and the creator of the episode can see these subtitles. The author can appeal:{' '}
            <Link className="link" to="/settings/decisions">
              Decisions
            </Link>
          </p>
        </section>
      )}
      {data.isCreator && text.mayWrite && !text.isHidden && <Review text={text} answer={answer} />}
      {!data.isCreator && text.words !== '' && (
        <section className="panel">
          <h2>Message from the creator</h2>
          <p className="subtitles-words">{text.words}</p>
        </section>
      )}
      <Files text={text} answer={answer} isCreator={data.isCreator} />
      {text.mayWrite && text.format === 'ass' && <Fonts text={text} answer={answer} isCreator={data.isCreator} />}
      {text.mayWrite && <Versions episodeId={data.episode.id} text={text} framesPerSecond={data.framesPerSecond} />}
    </>
  )
}

function factsOf({ kind, version, author, updatedAt, isFromFile }: Chosen): string {
  return [
    kindNames[kind],
    ...(isFromFile ? ['from the video file'] : []),
    `version ${version}`,
    ...(author ? [`by ${author}`] : []),
    formatDate(updatedAt),
  ].join(' · ')
}

/** The review of a text: the creator of the episode decides what everybody sees. */
function Review({ text, answer }: { text: Chosen; answer: RefusedSubtitles | null }) {
  const isSaving = useNavigation().state !== 'idle'
  const isPublic = text.approvedVersion === text.version
  const unshared = text.fonts.filter(({ isLicensed }) => !isLicensed).map(({ name }) => name)
  const typed = answer?.values.words || (text.state === 'approved' ? '' : text.words)
  return (
    <PaperCard className="subtitles-review">
      <Form method="post" encType="multipart/form-data" noValidate>
        <h2>{isPublic ? 'Public' : text.isByReader ? 'Only you can see it' : 'Needs your review'}</h2>
        <p className="muted">{reviewNote(text)}</p>
        {unshared.length > 0 && (
          <p className="subtitles-checks cluster">
            <span className="subtitles-warning">
              <Icon name="warn" />
              {fontNote(unshared, isPublic)}
            </span>
          </p>
        )}
        <input type="hidden" name="id" value={text.id} />
        <input type="hidden" name="version" value={text.version} />
        {!text.isByReader && (
          <TextAreaField
            label={text.author ? `Message to ${text.author}` : 'Message to the author'}
            hint="optional"
            name="words"
            rows={2}
            maxLength={WORDS_MAX_CHARACTERS}
            defaultValue={typed}
            error={answer?.refused.field === 'words' ? answer.refused.message : undefined}
          />
        )}
        <div className="subtitles-buttons row cluster gap-3">
          {!isPublic && (
            <button type="submit" name="intent" value="approved" className="button button-primary" disabled={isSaving}>
              {text.isByReader ? 'Publish' : 'Approve'}
            </button>
          )}
          {(isPublic || !text.isByReader) && (
            <button type="submit" name="intent" value="changes" className="button button-small" disabled={isSaving}>
              {isPublic ? 'Unpublish' : 'Request Changes'}
            </button>
          )}
          {!isPublic && !text.isByReader && (
            <button type="submit" name="intent" value="declined" className="button button-text" disabled={isSaving}>
              Decline
            </button>
          )}
        </div>
      </Form>
    </PaperCard>
  )
}

/** The name of its language is none of its own: it follows when that changes. */
function namesOf({ language, kind, label }: Chosen) {
  return { language, kind, label: label === languageName(language) ? '' : label, otherLanguage: '' }
}

function reviewNote({ approvedVersion, version, state, isByReader }: Chosen): string {
  if (approvedVersion === version) return 'These subtitles appear in the captions menu and in search.'
  if (approvedVersion !== null)
    return `Viewers see version ${approvedVersion} until you ${isByReader ? 'publish' : 'approve'} this one.`
  if (isByReader) return 'Publish these subtitles to show them to viewers.'
  if (state === 'declined') return 'You declined these subtitles. Only you and the author can see them.'
  return state === 'changes' ? 'You requested changes.' : 'Only you and the author can see these subtitles.'
}

/** Tells how viewers see a script whose fonts came with the file of the video and are not shared. */
function fontNote(names: readonly string[], isPublic: boolean): string {
  const [they, them] = names.length === 1 ? ['its letters', 'it'] : ['their letters', 'them']
  return `${names.join(', ')}: viewers ${isPublic ? 'see' : 'will see'} ${they} in a font of Hoshi, unless you share ${them} under Fonts.`
}

const formats: readonly { format: SubtitleFormat; name: string; use: string }[] = [
  { format: 'vtt', name: 'WebVTT', use: 'plain text, for the web' },
  { format: 'srt', name: 'SRT', use: 'plain text, for any player' },
  { format: 'ass', name: 'ASS', use: 'with styles, for editors' },
]

function Files({ text, answer, isCreator }: Omit<ChosenTextProps, 'data'> & { isCreator: boolean }) {
  const isSaving = useNavigation().state !== 'idle'
  const isRefused = answer?.values.intent === 'save'
  return (
    <section className="panel subtitles-files">
      <h2>Files</h2>
      <ul>
        {formats.map(({ format, name, use }) => (
          <li key={format}>
            <a href={`/api/v1/subtitles/${text.id}?format=${format}`} download>
              <Icon name="download" />
              {name}
            </a>
            <span className="muted">{format === text.format ? 'the stored file' : use}</span>
          </li>
        ))}
      </ul>
      {mayEdit(text, isCreator) && (
        <Form method="post" encType="multipart/form-data" noValidate>
          <input type="hidden" name="id" value={text.id} />
          <FileField error={isRefused && answer.refused.field === 'file' ? answer.refused.message : undefined} />
          <button type="submit" name="intent" value="save" className="button button-small" disabled={isSaving}>
            Save Version
          </button>
        </Form>
      )}
      {mayEdit(text, isCreator) && (isCreator || text.approvedVersion === null) && (
        <details className="subtitles-delete" open={answer?.values.intent === 'rename'}>
          <summary>
            <Icon name="edit" />
            Language and name
          </summary>
          <Form method="post" encType="multipart/form-data" noValidate>
            <input type="hidden" name="id" value={text.id} />
            <NamingFields
              values={answer?.values.intent === 'rename' ? answer.values : namesOf(text)}
              errorOf={(field) =>
                answer?.values.intent === 'rename' && answer.refused.field === field
                  ? answer.refused.message
                  : undefined
              }
            />
            <button type="submit" name="intent" value="rename" className="button button-small" disabled={isSaving}>
              Save
            </button>
          </Form>
        </details>
      )}
      {text.mayWrite && (
        <details className="subtitles-delete">
          <summary>
            <Icon name="trash" />
            Delete
          </summary>
          <Form method="post" encType="multipart/form-data">
            <input type="hidden" name="id" value={text.id} />
            <p>All versions will be deleted, and viewers will no longer see these subtitles.</p>
            <button type="submit" name="intent" value="remove" className="button button-danger button-small">
              <Icon name="trash" />
              Delete Subtitles
            </button>
          </Form>
        </details>
      )}
    </section>
  )
}
