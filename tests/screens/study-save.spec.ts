import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { button, recordNotices } from '#tests/support/browser/player.ts'
import { openStudy } from '#tests/support/browser/study.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

test('study mode saves a frame of the largest rendition where the creator allows it', async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  // Larger than any finished clip: the frame is of the largest of several renditions.
  const spec = { seconds: 2, width: 1280, height: 720, isNumbered: true, audio: 'none' } as const
  const id = await publishFinished(app.hoshi, creator, spec, { title: 'Kept: a/b' })
  const closed = await openStudy(app, `/watch/${id}`, 10)
  expect(await button(closed.page, 'Save frame').isDisabled()).toBe(true)
  await closed.page.getByText('The creator does not allow saving frames. You can still share a loop.').waitFor()
  await creator.call('PATCH', `/api/v1/episodes/${id}`, { framesOpen: true })
  const { page, errors } = await openStudy(app, `/watch/${id}`, 30)
  await page.getByText('Mio allows saving single frames.').waitFor()
  const notices = await recordNotices(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save frame').click()])
  expect(download.suggestedFilename()).toBe('Kept ab 0m01s06.png')
  const png = await readFile(await download.path())
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  expect(size).toEqual({ width: 1280, height: 720 })
  const number = await page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return globalThis.frameReader.read(canvas)
  }, png.toString('base64'))
  expect(number).toBe(30)
  await expect.poll(notices).toEqual(['Frame saved'])
  await page.route('**/*.m4s', (route) => route.abort())
  await button(page, 'Save frame').click()
  await expect.poll(notices).toContain('The frame could not be saved. Please try again.')
  errors.splice(0, errors.length, ...errors.filter((problem) => !problem.includes('ERR_FAILED')))
  expect(errors).toEqual([])
})
