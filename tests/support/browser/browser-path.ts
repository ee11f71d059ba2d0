import { existsSync } from 'node:fs'

const shell = '/usr/bin/chromium-headless-shell'

/** Headless Chromium, which opens a page in a third of the time; the full Chromium where only that is installed. */
export const browserPath = existsSync(shell) ? shell : '/usr/bin/chromium'
