/**
 * Runs each of these in turn, also after one has failed.
 * @throws AggregateError with all their errors, after the last
 */
export async function runEach(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await step().catch((error) => void errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed.`)
}
