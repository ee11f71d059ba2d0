import { expect, test } from 'vitest'
import { scriptIn } from '#tests/support/media/fonts.ts'
import { fontsOfScript } from './script-fonts.ts'

test('a script names fonts in its styles and within its lines, in any case', () => {
  const script = scriptIn('Dela Gothic One', '{\\fnArial\\b1}A{\\fn@MS Gothic}B{\\fn}C')
  expect([...fontsOfScript(script)]).toEqual(['dela gothic one', 'arial', 'ms gothic'])
})

test('the column of the font is that of the format', () => {
  const script = '[V4 Styles]\nFormat: Name, Fontsize, Fontname\nStyle: Default,20,Georgia\n'
  expect([...fontsOfScript(script)]).toEqual(['georgia'])
  expect([...fontsOfScript('[V4+ Styles]\nStyle: Default,Georgia,20\n')]).toEqual(['georgia'])
})
