import { existsSync } from 'node:fs'

const shell = '/usr/bin/chromium-headless-shell'

/** Chromium without windows, which opens a page in a third of the time; where only the whole of it is installed, that. */
export const browserPath = existsSync(shell) ? shell : '/usr/bin/chromium'
