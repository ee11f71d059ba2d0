import { messageFor } from '#app/messages/refusals.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import { type AdminCommand, readAdminCommand, runAdminCommand, UsageError } from './admin-command.ts'
import { ConfigurationError } from './config.ts'
import { runAsExtraNode } from './extra-node.ts'
import { printLine } from './print.ts'

// `npm run hoshi`: exit code 0 when it was done, 1 with a sentence when it was not.
try {
  const command: AdminCommand = readAdminCommand(process.argv.slice(2))
  const lines = await runAsExtraNode((hoshi) => runAdminCommand({ ...hoshi.rooms, demo: hoshi.demo }, command))
  for (const line of lines) console.log(line)
} catch (error) {
  for (const sentence of sentencesOf(error)) printLine(sentence)
  process.exitCode = 1
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigurationError) return error.problems
  if (isRefusal(error)) return [messageFor(error.code, error.details.values) ?? error.code]
  if (error instanceof UsageError) return [error.message]
  return [error instanceof Error ? error.message : String(error)]
}
