import { describe } from 'vitest'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { openScreenPage, testScreen } from '#tests/support/worlds/screen-contract.ts'
import { type ScreenIds, siteScreens } from '#tests/support/worlds/screens.ts'

const app = setUpApp()
const none: ScreenIds = { creator: '', episode: '', processing: '', failed: '', series: '' }

const opened = openScreenPage(() => app.browser.visit(app.hoshi.url))

describe.each(siteScreens)('$name', (screen) => testScreen(screen, () => none, opened))
