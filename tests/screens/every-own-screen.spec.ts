import { beforeAll, describe } from 'vitest'
import type { Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { openScreenPage, testScreen } from '#tests/support/worlds/screen-contract.ts'
import { fillScreens, ownScreens, type ScreenIds } from '#tests/support/worlds/screens.ts'

const app = setUpApp()
let ids: ScreenIds
let creator: Person

beforeAll(async () => {
  const filled = await fillScreens(app.hoshi, (by, fields) => publishFinished(app.hoshi, by, 'short', fields))
  ids = filled.ids
  creator = filled.creator
})

const opened = openScreenPage(async () => {
  const visitor = await app.browser.visit(app.hoshi.url)
  await visitor.logInAs(creator)
  return visitor
})

describe.each(ownScreens)('$name', (screen) => testScreen(screen, () => ids, opened))
