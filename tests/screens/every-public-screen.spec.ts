import { beforeAll, describe } from 'vitest'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { openScreenPage, testScreen } from '#tests/support/worlds/screen-contract.ts'
import { fillScreens, publicScreens, type ScreenIds } from '#tests/support/worlds/screens.ts'

const app = setUpApp()
let ids: ScreenIds

beforeAll(async () => {
  const filled = await fillScreens(app.hoshi, (creator, fields) => publishFinished(app.hoshi, creator, 'short', fields))
  ids = filled.ids
})

const opened = openScreenPage(() => app.browser.visit(app.hoshi.url))

describe.each(publicScreens)('$name', (screen) => testScreen(screen, () => ids, opened))
