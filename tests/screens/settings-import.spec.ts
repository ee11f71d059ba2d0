import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { archiveOf, exportedEpisode } from '#tests/support/http/archives.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Import an account' })

async function send(page: Page, archive: Buffer | null): Promise<void> {
  const path = join(app.clipsDir, 'hoshi-export.tar')
  if (archive) {
    await writeFile(path, archive)
    await sectionOf(page).getByLabel('Export').setInputFiles(path)
  }
  const answered = page.waitForResponse('**/settings/import')
  await sectionOf(page).getByRole('button', { name: 'Start Import' }).click()
  // The address may be this one already, and loading it again would end what is still being sent.
  await answered
  await page.waitForURL(/\/settings\/data(\?import=[\w.]+)?#import$/)
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  async function visit(role: 'viewer' | 'creator') {
    const person = await createPerson(app.hoshi.url, role)
    const visitor = await app.visit({ javaScriptEnabled })
    await visitor.logInAs(person)
    expect(await visitor.open('/settings/data')).toBe(200)
    return { person, ...visitor }
  }

  /** Waits for a text in the section, which pages without scripts show when they are loaded again. */
  async function waitForText(page: Page, text: string): Promise<void> {
    await eventually(`the section says ${text}`, async () => {
      if (!javaScriptEnabled) await page.reload()
      return (await sectionOf(page).textContent())?.includes(text)
    })
  }

  test('an archive is taken, and the section says what was left out and why', async () => {
    const { person, page } = await visit('creator')
    const username = `Aya ${person.account.uid.slice(0, 8)}`
    const { episode, video } = exportedEpisode('one', { title: 'Paper boats' })
    await send(page, await archiveOf({ profile: { username }, episodes: [episode], videos: [video] }))
    await waitForText(page, 'Imported: 1 field of your profile.')
    await sectionOf(page).getByText('Skipped or changed').click()
    await sectionOf(page).getByText('Paper boats: The file is missing from the archive.').waitFor()
    const profile = await person.call('GET', `/api/v1/creators/${person.account.uid}`)
    expect(await profile.json()).toMatchObject({ username })
  })

  test('another file, and none, are refused with what to do', async () => {
    const { page } = await visit('viewer')
    await send(page, null)
    const sentence = 'Please choose the export that you downloaded from the other site.'
    expect(await sectionOf(page).getByRole('alert').allInnerTexts()).toEqual([sentence])
    await send(page, Buffer.alloc(2000, 'x'))
    await waitForText(page, 'This file is not a Hoshi export.')
    await waitForText(page, 'Nothing was imported.')
  })
})

test('has no accessibility problem with a report in it', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const visitor = await app.visit()
  await visitor.logInAs(person)
  await visitor.open('/settings/data')
  await send(visitor.page, await archiveOf({ profile: { bio: 'x' } }))
  await sectionOf(visitor.page).getByText('Skipped or changed').click()
  expect(await axeViolationsAtAllWidths(visitor.page)).toEqual([])
})
