import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import type { Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
let admin: Person

beforeAll(async () => {
  admin = await createStaff(app.hoshi, 'admin')
})

test('an admin starts a check, and reads what it found at every width', async () => {
  const folder = 'a-folder-with-a-name-that-is-longer-than-any-id-of-ours'
  await createDiskStorage(join(app.hoshi.dataDir, 'files')).putText(`avatars/${folder}/picture.webp`, 'of nobody')
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(admin)
  await open('/admin/queue')
  await waitForHydration(page)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Integrity' }).click()
  await page.getByRole('heading', { name: 'Nothing was checked yet' }).waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Start a check' }).click()
  await page.getByText('The check has started.').waitFor()
  await expect
    .poll(async () => {
      await open('/admin/integrity')
      return await page.getByRole('rowheader').allTextContents()
    })
    .toEqual([`avatars/${folder}/picture.webp`])
  expect(await page.getByRole('cell').first().textContent()).toBe('Orphaned')
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  for (const width of [1440, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
  }
  expect(errors).toEqual([])
})
