import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { type SavedForm, savedMessages } from '#app/messages/settings.ts'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { sectionUrl } from './settings-pages.ts'
import { type RefusedSection, type SectionName, type ShownOnce, savedSections } from './settings-state.ts'
import { useUnsaved } from './use-unsaved.ts'

/** One group of a sheet: its name and a sentence, and its fields beside them. */
export function SettingsSection(props: { id: string; title: string; lead?: ReactNode; children: ReactNode }) {
  const { id, title, lead, children } = props
  return (
    <section id={id} className="settings-group" aria-labelledby={`${id}-title`}>
      <header>
        <h3 id={`${id}-title`}>{title}</h3>
        {lead && <p>{lead}</p>}
      </header>
      <div className="settings-fields">{children}</div>
    </section>
  )
}

/** The result of the last form submitted. */
export interface SectionResult {
  refused: RefusedSection | null
  shown: ShownOnce | null
  /** The key that a successful form left in the URL. */
  saved: SavedForm | null
}

/** The error of a field, when this section was refused because of it. */
export function fieldError(section: SectionName, { refused }: SectionResult, field: string): { error?: string } {
  return refused?.section === section && refused.field === field ? { error: refused.message } : {}
}

/** The form of one section. Errors of no particular field appear above its fields, success below them. */
export function SectionForm(props: {
  section: SectionName
  result: SectionResult
  /** Names of the fields that show their own errors. */
  fields?: string[]
  withFile?: boolean
  children: ReactNode | ((form: RefObject<HTMLFormElement | null>) => ReactNode)
  /** Name of the button that saves the fields, where they are not sent by buttons of their own. */
  save?: string
  /** Whether there is something to save from the start. */
  isUnsavedAtFirst?: boolean
  /** Other buttons beside that one. */
  buttons?: ReactNode
}) {
  const { section, result, fields = [], withFile, children, save, isUnsavedAtFirst = false, buttons } = props
  const { key } = useLocation()
  // A link to another section has a key too; the browser follows it.
  const isHashLink = useNavigationType() === 'POP'
  const form = useRef<HTMLFormElement>(null)
  const { saved } = result
  const isSuccess = saved !== null && savedSections[saved] === section && !result.refused
  // biome-ignore lint/correctness/useExhaustiveDependencies: every success resets the fields to the stored values
  useEffect(() => {
    if (isSuccess && !isHashLink) form.current?.reset()
  }, [key, isSuccess])
  const { isUnsaved, version, discard } = useDiscard(form, section, result)
  const hasFormError = result.refused?.section === section && !fields.includes(result.refused.field ?? '')
  return (
    <Form
      ref={form}
      method="post"
      // Without scripts the response opens where the form was.
      action={sectionUrl(section)}
      noValidate
      preventScrollReset
      {...(withFile ? { encType: 'multipart/form-data' as const } : {})}
    >
      <input type="hidden" name="section" value={section} />
      {hasFormError && <ErrorMessage>{result.refused!.message}</ErrorMessage>}
      <Fragment key={version}>{typeof children === 'function' ? children(form) : children}</Fragment>
      {save && (
        <div className="settings-actions cluster gap-3">
          <SubmitButton variant={isUnsaved || isUnsavedAtFirst ? 'button-primary' : 'settings-save'}>
            {save}
          </SubmitButton>
          {isUnsaved && (
            <button type="button" className="button button-text" onClick={discard}>
              Discard
            </button>
          )}
          {buttons}
        </div>
      )}
      {isSuccess && !isUnsaved && <SuccessMessage>{savedMessages[saved]}</SuccessMessage>}
    </Form>
  )
}

/** What a form does with changes that are not saved: says that there are any, and puts the stored values back. */
function useDiscard(form: RefObject<HTMLFormElement | null>, section: SectionName, { refused, saved }: SectionResult) {
  const navigate = useNavigate()
  const [version, setVersion] = useState(0)
  const [isUnsaved, look] = useUnsaved(form, refused ?? saved)
  const isRefused = refused?.section === section
  const isDiscarding = useRef(false)
  function restart(): void {
    isDiscarding.current = false
    form.current?.reset()
    setVersion((last) => last + 1)
    setTimeout(() => {
      look()
      form.current?.querySelector<HTMLElement>('.settings-actions [type="submit"]')?.focus()
    })
  }
  // What was refused is the default of its fields until the page without that answer is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that page ends it
  useLayoutEffect(() => {
    if (!isRefused && isDiscarding.current) restart()
  }, [isRefused])
  function discard(): void {
    isDiscarding.current = isRefused
    if (isRefused) void navigate(sectionUrl(section), { replace: true, preventScrollReset: true })
    else restart()
  }
  return { isUnsaved: isUnsaved || isRefused, version, discard }
}

/** The submit button of a form; disabled while any form is being submitted. */
export function SubmitButton(props: { children: string; variant?: string; name?: string; value?: string }) {
  const { children, variant = 'button-solid', ...field } = props
  const isBusy = useNavigation().state !== 'idle'
  return (
    <button type="submit" {...field} className={`button ${variant}`} disabled={isBusy}>
      {children}
    </button>
  )
}
