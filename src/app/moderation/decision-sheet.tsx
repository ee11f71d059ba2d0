import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { decisionWords, MARK_GOES } from '#app/messages/decisions.ts'
import { ruleName } from '#app/messages/rules.ts'
import { ChoiceRows } from '#app/ui/choice-rows.tsx'
import { ErrorMessage, SelectField, TextAreaField } from '#app/ui/field.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type Decision, labels, needsRule, needsWords } from '#moderation/decision.ts'
import { ruleIds } from '#moderation/rules.ts'
import type { OpenItem } from './load-queue.server.ts'
import type { RefusedForm } from './queue-item.tsx'

/** A choice of the sheet: a decision, or to leave it to another moderator. */
export type SheetChoice = Decision | 'second'

const SECOND = { title: 'Ask for a second opinion', hint: 'Another moderator decides' }
const lengths = [1, 3, 7, 30, 90] as const

interface DecisionSheetProps {
  item: OpenItem
  chosen: SheetChoice
  onChoose: (choice: SheetChoice) => void
  refused: RefusedForm
}

/** What a form decides about: an item of the queue, or an episode without one. */
export interface DecidedThing {
  field: { name: 'item' | 'episode'; value: string }
  kind: OpenItem['subject']['kind']
  choices: readonly SheetChoice[]
  /** Whether an automatic NSFW mark goes with no action. */
  hasMark: boolean
}

interface DecisionFormProps extends Omit<DecisionSheetProps, 'item'> {
  thing: DecidedThing
  /** Whether keys choose and decide. */
  hasKeys?: boolean
  /** Leads away without a decision. */
  cancel?: ReactNode
}

/** The choices in order, by their number keys. */
export function choicesOf(item: Pick<OpenItem, 'choices'>): SheetChoice[] {
  const ownWork = item.choices.filter((choice) => choice !== 'warn' && choice !== 'suspend')
  return [...ownWork, 'second', ...item.choices.filter((choice) => choice === 'warn' || choice === 'suspend')]
}

/** The sheet of a decision about an item of the queue. */
export function DecisionSheet({ item, ...form }: DecisionSheetProps) {
  const thing: DecidedThing = {
    field: { name: 'item', value: item.id },
    kind: item.subject.kind,
    choices: choicesOf(item),
    hasMark: item.suggestion?.hasMarked ?? false,
  }
  return (
    <PaperCard className="decision-sheet">
      <h2>Decision</h2>
      <DecisionForm {...form} thing={thing} hasKeys />
    </PaperCard>
  )
}

/** The form of a decision. Its first choice is to leave the thing as it is, never a classifier's suggestion. */
export function DecisionForm({ thing, chosen, onChoose, refused, hasKeys = false, cancel }: DecisionFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  const isScripted = useHydrated()
  const values = refused?.values
  const problem = refused?.refused ?? null
  const choices = thing.choices.map((value, at) => ({
    value,
    ...(value === 'second' ? SECOND : { title: decisionWords[value].title, hint: hintOf(value, thing) }),
    end: hasKeys && (
      <span aria-hidden="true">
        <kbd>{at + 1}</kbd>
      </span>
    ),
  }))
  const decision = chosen === 'second' ? null : chosen
  // Without scripts every field is there: the choice cannot unfold them.
  const shows = (isNeeded: (of: Decision) => boolean) => !isScripted || (decision !== null && isNeeded(decision))
  const chosenName = decision === null ? SECOND.title : decisionWords[decision].title
  const ownError = (field: string) => (problem?.field === field ? { error: problem.message } : {})
  return (
    <Form method="post" id="decision" className="decision-form" noValidate>
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name={thing.field.name} value={thing.field.value} />
      {problem && problem.field !== 'reason' && problem.field !== 'note' && (
        <ErrorMessage>{problem.message}</ErrorMessage>
      )}
      <ChoiceRows
        legend="Action"
        name="decision"
        choices={choices}
        chosen={chosen}
        onChoose={(value) => onChoose(value as SheetChoice)}
      />
      {shows((of) => of === 'nsfw') && thing.kind === 'episode' && (
        <fieldset className="field decision-labels">
          <legend>Reason</legend>
          <span className="field-note">shown next to the badge</span>
          <div>
            {labels.map((label) => (
              <label key={label}>
                <input type="radio" name="label" value={label} defaultChecked={label === (values?.label || 'Nudity')} />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {shows(needsRule) && (
        <SelectField label="Rule" hint="quoted to the creator" name="rule" defaultValue={values?.rule ?? ''}>
          <option value="">Choose a rule</option>
          {ruleIds.map((id) => (
            <option key={id} value={id}>
              {ruleName(id)}
            </option>
          ))}
        </SelectField>
      )}
      {shows((of) => of === 'suspend') && (
        <SelectField label="For" name="days" defaultValue={values?.days || '7'}>
          {lengths.map((days) => (
            <option key={days} value={days}>
              {days === 1 ? '1 day' : `${days} days`}
            </option>
          ))}
        </SelectField>
      )}
      {shows(needsWords) && (
        <TextAreaField
          label="Message to the creator"
          hint="the creator will read this"
          name="reason"
          rows={4}
          maxLength={1000}
          defaultValue={values?.reason}
          {...ownError('reason')}
        />
      )}
      <TextAreaField
        label="Internal note"
        hint="moderators only"
        name="note"
        rows={2}
        maxLength={1000}
        defaultValue={values?.note}
        {...ownError('note')}
      />
      <button type="submit" className="button button-primary button-wide decision-send" disabled={isBusy}>
        {/* Without scripts, the button cannot repeat the chosen decision. */}
        {isScripted ? chosenName : 'Decide'}{' '}
        {hasKeys && (
          <span aria-hidden="true">
            <kbd>Enter</kbd>
          </span>
        )}
      </button>
      {cancel}
      <p className="decision-undo">You can undo this for 10 seconds.</p>
    </Form>
  )
}

function hintOf(decision: Decision, { hasMark }: DecidedThing): string {
  return decision === 'leave' && hasMark ? MARK_GOES : decisionWords[decision].hint
}
