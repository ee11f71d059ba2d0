import type { Locator, Page } from 'playwright-core'

/** One use of a control, as its name tells. */
export interface Control {
  name: string
  use(page: Page): Promise<unknown>
  /** The element that opens, and must be there before the next use. */
  opens?(page: Page): Locator
}

type Role = 'button' | 'slider' | 'switch' | 'menuitem' | 'menuitemradio' | 'menuitemcheckbox' | 'tab'

const press = (name: string | RegExp, role: Role = 'button', opens?: Control['opens']): Control => ({
  name: typeof name === 'string' ? name : name.source.replaceAll(/[\^$\\/]/g, ''),
  use: (page) => page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click(),
  ...(opens ? { opens } : {}),
})
const key = (name: string, keyName: string, opens?: Control['opens']): Control => ({
  name: `${name}, key ${keyName}`,
  use: (page) => page.keyboard.press(keyName),
  ...(opens ? { opens } : {}),
})
/** One of several choices, whose button is drawn by its label. */
const chooseOne = (name: string, choice: string): Control => ({
  name,
  use: (page) =>
    page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: choice, exact: true }) })
      .click(),
})
const menu = (name?: string) => (page: Page) => page.getByRole('menu', name ? { name } : undefined)
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })

/** Opens a page of the settings menu and chooses there. */
const choose = (pageName: string, choice: RegExp): Control[] => [
  press('Settings', 'button', menu('Settings')),
  press(new RegExp(`^${pageName}`), 'menuitem', menu(pageName)),
  press(choice, 'menuitemradio'),
]

/** Every control of a playing video, and the keys beside them. */
export const playerControls: readonly Control[] = [
  press('Pause'),
  press('Play'),
  key('Pause', 'k'),
  key('Play', 'k'),
  { name: 'Seek', use: (page) => page.getByRole('slider', { name: 'Seek' }).click() },
  key('5 s on', 'ArrowRight'),
  key('10 s back', 'j'),
  key('to a minute', '0'),
  // A browser that has not seen a click starts a video without sound.
  { name: 'Mute', use: (page) => page.getByRole('button', { name: /^(Mute|Unmute)$/ }).click() },
  { name: 'Unmute', use: (page) => page.getByRole('button', { name: /^(Mute|Unmute)$/ }).click() },
  { name: 'Volume', use: (page) => page.getByRole('slider', { name: 'Volume' }).click() },
  key('Mute', 'm'),
  key('Unmute', 'm'),
  press(/^Chapter: /, 'button', menu('Chapter')),
  press(/^The viaduct/, 'menuitemradio'),
  press('Captions off'),
  press('Captions on'),
  key('Captions', 'c'),
  press('Timed notes on'),
  press('Timed notes off'),
  ...choose('Quality', /^360p/),
  ...choose('Speed', /^1\.5$/),
  key('slower', '<'),
  ...choose('Captions', /^Japanese/),
  press('Settings', 'button', menu('Settings')),
  press(/^Timed notes/, 'menuitem', menu('Timed notes')),
  press('50%', 'menuitemradio'),
  key('menu closed', 'Escape'),
  press('Settings', 'button', menu('Settings')),
  press(/^Caption style/, 'menuitem', dialog('Caption style')),
  chooseOne('Colour', 'Yellow'),
  press('Done'),
  press('Settings', 'button', menu('Settings')),
  press('Loop', 'menuitemcheckbox'),
  key('menu closed', 'Escape'),
  press('Theatre'),
  press('Theatre'),
  press('Full screen'),
  press('Full screen'),
  press(/^Lines/, 'tab'),
  press(/^Notes/, 'tab'),
  {
    name: 'Comment, each letter',
    use: (page) => page.getByLabel('Your comment').pressSequentially(`on twos ${Date.now()}`),
  },
  press('Show on the picture', 'switch'),
  press('Comment'),
  { name: 'Away from the comment', use: (page) => page.locator('h1').click() },
  key('Keyboard', '?', dialog('Keyboard')),
  key('Keyboard closed', 'Escape'),
]

/** Every control of study mode; the video is at its beginning, and study mode closes in the end. */
export const studyControls: readonly Control[] = [
  key('Forward one frame', '.'),
  key('Back one frame', ','),
  press('Forward one frame'),
  press('Back one frame'),
  press('Forward one drawing'),
  press('Back one drawing'),
  key('step', 'x'),
  { name: 'Seek in study mode', use: (page) => page.getByRole('slider', { name: 'Seek' }).click() },
  key('Loop start', 'a'),
  key('Loop end', 'b'),
  { name: 'Timesheet', use: (page) => page.locator('.timesheet').click() },
  press('Loop'),
  press('Flip'),
  press('Grid'),
  press('Safe area'),
  press('Zoom'),
  press('Zoom in'),
  key('Zoom in', '+'),
  { name: 'Left to right', use: (page) => page.getByRole('slider', { name: 'Left to right' }).click() },
  press('Whole picture'),
  press('Onion skin', 'switch'),
  { name: 'Next, how strong', use: (page) => page.getByRole('slider', { name: 'Next, how strong' }).click() },
  key('Forward one drawing with onion skin', ']'),
  key('Back one drawing with onion skin', '['),
  press('Onion skin', 'switch'),
  chooseOne('Speed', '0.5'),
  press('Play'),
  press('Pause'),
  press('Copy loop link'),
  press('Back to the episode'),
]
