import { submitOr } from '#app/http/no-response.ts'
import type { SectionResult } from './section.tsx'
import { type RefusedSection, readSaved, readSection, type ShownOnce } from './settings-state.ts'

type Answer = RefusedSection | ShownOnce | undefined

/** What came of the last form, from the answer of its action or from the URL it led to. */
export function settingsResult(answer: Answer, saved: string | null | undefined): SectionResult {
  return {
    refused: answer && 'section' in answer ? answer : null,
    shown: answer && !('section' in answer) ? answer : null,
    saved: answer ? null : readSaved(saved ?? null),
  }
}

/** Sends a form. One without a response shows the error in its own section. */
export async function submitSection<Data>(
  request: Request,
  serverAction: () => Promise<Data>,
): Promise<Data | RefusedSection> {
  const form = await request.clone().formData()
  const section = readSection(form.get('section')) ?? 'profile'
  return await submitOr(serverAction, ({ message }) => ({
    section,
    message,
    field: null,
    values: null,
    profileProblems: [],
  }))
}
