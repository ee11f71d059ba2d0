import { runProgram } from './run-program.ts'
import type { Tally } from './tally.ts'

interface StaticCheck {
  title: string
  /** Each is a program of the project and its words; the check passes when all do. */
  programs: readonly (readonly string[])[]
}

export const staticChecks: readonly StaticCheck[] = [
  {
    title: 'types',
    programs: [
      ['react-router', 'typegen'],
      ['tsc', '--noEmit', '-p', '.'],
    ],
  },
  { title: 'lint and format', programs: [['biome', 'ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']] },
  { title: 'unused code', programs: [['knip', '--no-progress']] },
]

/** Runs one check: one passed or one failed. */
export async function runCheck({ title, programs }: StaticCheck): Promise<Tally> {
  console.log(`\n▸ check: ${title}`)
  for (const program of programs) {
    if ((await runProgram(program)) !== 0) {
      console.log(`✗ ${title}`)
      return { passed: 0, failed: 1, skipped: 0 }
    }
  }
  console.log(`✓ ${title}`)
  return { passed: 1, failed: 0, skipped: 0 }
}
