import type { Page } from 'playwright-core'

/** Lines that cannot be read, and one an hour after the others, as a file from another cut has them. */
const damagedFile = [
  '1\n00:00:01,000 --> 00:00:03,000\nIs anyone sitting here?',
  '2\n00:00:04 -> soon\nThe last train has one passenger.',
  '3\n01:00:05,000 --> 01:00:07,500\nIt does not stop here.',
].join('\n\n')

/** Uploads a file whose reading leaves something to say. */
export async function uploadDamagedFile(page: Page): Promise<void> {
  const file = { name: 'lines.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(damagedFile) }
  await page.locator('input[name="file"]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('From the reading of the file').waitFor()
}
