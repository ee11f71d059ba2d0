import { ClassificationError, type Scores } from './image-moderation.ts'

/**
 * Reads the scores in an answer.
 * @param map where the score of each class is: property names and indexes, separated by dots
 * @throws ClassificationError out_of_range unless there is a number from 0 to 1 at each path
 */
export function readScores(answer: unknown, map: Readonly<Record<string, string>>): Scores {
  const scores = Object.entries(map).map(([name, path]) => {
    const score = valueAt(answer, path)
    if (typeof score !== 'number' || !(score >= 0 && score <= 1))
      throw new ClassificationError('out_of_range', `the answer has no score from 0 to 1 at ${path}`)
    return [name, score] as const
  })
  return Object.fromEntries(scores)
}

/** The value at a dotted path; undefined without one. */
function valueAt(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? at[name as keyof typeof at] : undefined
  }, answer)
}
