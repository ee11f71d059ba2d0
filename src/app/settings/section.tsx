import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { Message, Success } from '#app/ui/field.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { outcomes, type RefusedSection, type Section } from './settings-state.ts'

/** One sheet of the settings screen. */
export function SettingsSection(props: { id: string; title: string; lead?: ReactNode; children: ReactNode }) {
  const { id, title, lead, children } = props
  return (
    <section id={id} className="settings-section" aria-labelledby={`${id}-title`}>
      <Sheet className="settings-sheet">
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p className="settings-lead">{lead}</p>}
        {children}
      </Sheet>
    </section>
  )
}

/** What a section knows of the last form that was sent. */
export interface Answered {
  refused: RefusedSection | null
  /** The word that a form which has done its work left in the address. */
  saved: string | null
}

/** The sentence under the field that was refused, when it is one of this section's. */
export function errorAt(section: Section, { refused }: Answered, field: string): { error?: string } {
  return refused?.section === section && refused.field === field ? { error: refused.message } : {}
}

/** A form of one section. What is no single field's fault stands above it, good news under it. */
export function SectionForm(props: {
  section: Section
  answered: Answered
  /** Names of the fields that show their own errors. */
  fields?: string[]
  withFile?: boolean
  children: ReactNode
}) {
  const { section, answered, fields = [], withFile, children } = props
  const { key } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const outcome = answered.saved === null ? undefined : outcomes[answered.saved]
  const isDone = outcome?.section === section && !answered.refused
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every answer, what was typed gives way to what is stored
  useEffect(() => {
    if (isDone) form.current?.reset()
  }, [key, isDone])
  const whole = answered.refused?.section === section && !fields.includes(answered.refused.field ?? '')
  return (
    <Form
      ref={form}
      method="post"
      // Without scripts the answer opens where the form was.
      action={`/settings#${section}`}
      noValidate
      preventScrollReset
      {...(withFile ? { encType: 'multipart/form-data' as const } : {})}
    >
      <input type="hidden" name="section" value={section} />
      {whole && <Message>{answered.refused!.message}</Message>}
      {children}
      {isDone && <Success>{outcome.sentence}</Success>}
    </Form>
  )
}

/** Sends its form; off while any form is under way. */
export function Send({ children, look = 'button-solid' }: { children: string; look?: string }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <button type="submit" className={`button ${look}`} disabled={isBusy}>
      {children}
    </button>
  )
}
