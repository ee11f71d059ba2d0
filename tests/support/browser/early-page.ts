import type { Person } from '#tests/support/http/person.ts'
import type { AppFixture } from '#tests/support/worlds/app-fixture.ts'
import { delayScripts, waitForHydration } from './forms.ts'

/** After so long a form that was pressed is sent without scripts. */
const FORM_WAIT_MS = 3000

/**
 * Opens a page whose scripts are held back.
 *
 * @param formsWait lets forms wait for the scripts however slow the test is
 * @returns it, what it sends but for counted views, and what lets the scripts run
 */
export async function openEarly(app: AppFixture, path: string, person?: Person, formsWait = false) {
  const visitor = await app.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visitor
  if (formsWait) await page.addInitScript(stopFormTimer, FORM_WAIT_MS)
  if (person) await visitor.logInAs(person)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!['GET', 'HEAD'].includes(request.method()) && !pathname.endsWith('/views'))
      sent.push(`${request.method()} ${pathname}`)
  })
  const release = await delayScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  // Keys of an empty page go nowhere.
  await page.locator('footer, .embed-play').first().waitFor()
  const listen = async () => {
    release()
    await waitForHydration(page)
  }
  return { ...visitor, sent, listen }
}

/** Runs in the page. */
function stopFormTimer(waitMs: number): void {
  const { setTimeout: start } = window
  const startOther = (run: TimerHandler, delayMs?: number) => (delayMs === waitMs ? 0 : start(run, delayMs))
  window.setTimeout = startOther as typeof setTimeout
}
