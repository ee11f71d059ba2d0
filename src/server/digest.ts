import { failCommand } from './command-line.ts'
import { runAsExtraNode } from './extra-node.ts'
import { printLine } from './print.ts'

// `npm run digest`: exit code 0 when every digest that is due was sent or is being sent by another node.
try {
  const sent = await runAsExtraNode((hoshi) => hoshi.rooms.community.sendDigests())
  printLine(sent === 1 ? 'digest: sent 1 mail' : `digest: sent ${sent} mails`)
} catch (error) {
  failCommand(error)
}
