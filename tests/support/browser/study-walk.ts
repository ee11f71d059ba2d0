import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { prepareFrameReader, seenFrame } from './frame-numbers.ts'
import { arrowTo, hasFocus, pressByKeys, slider, tabTo } from './keyboard-walk.ts'
import { button, videoOf } from './player.ts'

/** Goes through study mode by keyboard alone. @param address of the episode */
export async function studyByKeys(page: Page, address: string): Promise<void> {
  const clock = page.getByRole('timer')
  await pressByKeys(page, button(page, 'Study mode'), 'Shift+Tab')
  await page.locator('.study-frame:not([hidden])').waitFor()
  expect(await hasFocus(button(page, 'Back to Episode'))).toBe(true)
  await prepareFrameReader(page)
  await tabTo(page, slider(page, 'Seek'))
  await page.keyboard.press('Home')
  await expect.poll(() => clock.textContent()).toBe('0:00 +00')
  // Each drawing carries the number of its first frame.
  for (const [key, time, drawing] of [
    ['.', '0:00 +01', 0],
    ['.', '0:00 +02', 2],
    [',', '0:00 +01', 0],
    [']', '0:00 +02', 2],
    [']', '0:00 +04', 4],
    ['[', '0:00 +02', 2],
    ['a', '0:00 +02', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(async () => [await clock.textContent(), await seenFrame(page)]).toEqual([time, drawing])
  }
  await pressByKeys(page, button(page, 'Forward one drawing'))
  await expect.poll(() => seenFrame(page)).toBe(4)
  await tabTo(page, page.getByRole('radio', { name: 'one frame' }))
  await arrowTo(page, page.getByRole('radio', { name: 'three frames' }), 'ArrowRight')
  await tabTo(page, button(page, 'Forward one drawing'), 'Shift+Tab')
  // From three frames to one.
  await page.keyboard.press('x')
  await expect.poll(() => page.getByRole('radio', { name: 'one frame' }).isChecked()).toBe(true)
  await pressByKeys(page, button(page, 'Forward one frame'), 'Shift+Tab')
  await expect.poll(() => clock.textContent()).toBe('0:00 +05')
  await page.keyboard.press('b')
  await tabTo(page, slider(page, 'Loop end'), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => slider(page, 'Loop end').getAttribute('aria-valuenow')).toBe('6')
  await tabTo(page, page.getByRole('group', { name: 'Speed' }).getByRole('radio', { checked: true }))
  await arrowTo(page, page.getByRole('radio', { name: '0.5', exact: true }), 'ArrowLeft')
  await expect.poll(async () => (await videoOf(page)).playbackRate).toBe(0.5)
  await tabTo(page, button(page, 'Loop'))
  await page.keyboard.press('l')
  await expect.poll(() => button(page, 'Loop').getAttribute('aria-pressed')).toBe('false')
  await pressByKeys(page, button(page, 'Copy loop link'))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${address}?f=2-6`)
  await tryLightTable(page)
  await page.keyboard.press('Escape')
  await clock.waitFor({ state: 'detached' })
  expect(await hasFocus(button(page, 'Study mode'))).toBe(true)
}

async function tryLightTable(page: Page): Promise<void> {
  for (const [key, tool] of [
    ['h', 'Flip'],
    ['g', 'Grid'],
    ['u', 'Safe area'],
  ] as const) {
    const isOn = () => button(page, tool).getAttribute('aria-pressed')
    await page.keyboard.press(key)
    await expect.poll(isOn, { message: key }).toBe('true')
    await pressByKeys(page, button(page, tool), 'Shift+Tab')
    await expect.poll(isOn, { message: tool }).toBe('false')
    await tabTo(page, button(page, 'Safe area'))
  }
  await zoomByKeys(page)
  const onion = page.getByRole('switch', { name: 'Onion skin' })
  await page.keyboard.press('o')
  await expect.poll(() => onion.getAttribute('aria-checked')).toBe('true')
  await tabTo(page, slider(page, 'Next, opacity'), 'Shift+Tab')
  const strength = Number(await slider(page, 'Next, opacity').inputValue())
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => slider(page, 'Next, opacity').inputValue()).toBe(String(strength + 5))
  const more = page.getByRole('group', { name: 'Previous' }).getByRole('button', { name: 'Show one more drawing' })
  await pressByKeys(page, more, 'Shift+Tab')
  await expect.poll(() => page.getByRole('group', { name: 'Previous' }).locator('output').textContent()).toBe('2')
  await pressByKeys(page, onion, 'Shift+Tab')
  await expect.poll(() => onion.getAttribute('aria-checked')).toBe('false')
}

async function zoomByKeys(page: Page): Promise<void> {
  const scale = page.getByRole('group', { name: 'Zoom' }).locator('output')
  await pressByKeys(page, button(page, 'Zoom'))
  await expect.poll(() => scale.textContent()).toBe('2×')
  await page.keyboard.press('+')
  await expect.poll(() => scale.textContent()).toBe('3×')
  await tabTo(page, slider(page, 'Horizontal position'), 'Shift+Tab')
  await page.keyboard.press('End')
  await expect.poll(() => slider(page, 'Horizontal position').getAttribute('aria-valuetext')).toBe('83%')
  await page.keyboard.press('-')
  await expect.poll(() => scale.textContent()).toBe('2×')
  await pressByKeys(page, button(page, 'Zoom'))
  await scale.waitFor({ state: 'detached' })
}
