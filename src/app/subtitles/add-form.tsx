import { Form, useNavigation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import type { RefusedSubtitles } from './change-subtitles.server.ts'
import { FileField } from './file-field.tsx'
import { NamingFields } from './naming-fields.tsx'

interface AddFormProps {
  isCreator: boolean
  /** Whether there is a video to time lines to. */
  hasVideo: boolean
  answer: RefusedSubtitles | null
}

/** The form that brings a text in another language. */
export function AddForm({ isCreator, hasVideo, answer }: AddFormProps) {
  const isSaving = useNavigation().state !== 'idle'
  const values = answer?.values
  const errorOf = (field: string) => (answer?.refused.field === field ? answer.refused.message : undefined)
  return (
    <Form method="post" encType="multipart/form-data" noValidate>
      <h2>Add a language</h2>
      <p className="muted">
        {isCreator
          ? 'Only you can see these subtitles until you publish them.'
          : 'Only you and the creator can see these subtitles until the creator approves them. Your name then appears in the captions menu.'}
      </p>
      <NamingFields values={values ?? null} errorOf={errorOf} />
      <FileField error={errorOf('file')} />
      <div className="subtitles-buttons row cluster gap-3">
        <button type="submit" name="intent" value="add" className="button button-primary" disabled={isSaving}>
          <Icon name="up" />
          {isSaving ? 'Uploading...' : 'Upload'}
        </button>
        {hasVideo && (
          <button type="submit" name="intent" value="write" className="button button-small" disabled={isSaving}>
            <Icon name="edit" />
            Write in Studio
          </button>
        )}
      </div>
    </Form>
  )
}
