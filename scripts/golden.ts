// Makes the finished videos in tests/fixtures/golden again, from their clips, with the pipeline of today.
import { runProgram } from './test/run-program.ts'

process.exitCode = await runProgram(['vitest', 'run', '--project=video', 'finished-clips'], { HOSHI_RENEW_GOLDEN: '1' })
