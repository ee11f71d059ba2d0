// Writes src/app/styles/stand-in-faces.css: system fonts that take the room of ours until these have loaded.
// node scripts/stand-in-faces.ts FOLDER, where FOLDER/node_modules has @fontsource/arimo and @fontsource/roboto. The system
// needs DejaVu Sans. Arimo has the widths of Arial and Liberation Sans.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath } from '#tests/support/browser/browser-path.ts'

/** Characters of one system font that are as much wider or narrower than ours. */
interface Group {
  /** Width of ours as a share of the system font's. */
  ratio: number
  codes: number[]
}

interface Letter {
  code: number
  ours: number
  theirs: number
  /** How often it is in English text. */
  count: number
}

const root = join(import.meta.dirname, '..')
const ZERO = 0x30
/** How much larger or smaller than the others a letter may be before a word looks uneven. */
const MAX_DEVIATION = 0.1
const EVERYTHING = 'U+0000-024F, U+2000-206F'
const codes = [...Array.from({ length: 94 }, (_, at) => at + 33), 0x20, 0xa9, 0xb7, 0xd7, 0xe9]
codes.push(0x2013, 0x2014, 0x2019, 0x201c, 0x201d, 0x2026)
/** Our fonts; `faces` are ranges of weights in which a system has one weight, each with ours that it is fitted to. */
const fonts = [
  {
    name: 'Figtree',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    ascent: 95,
    descent: 25,
    groups: 4,
    faces: [
      { range: '300 599', ours: 450, isBold: false },
      { range: '600 900', ours: 650, isBold: true },
    ],
  },
  {
    name: 'Dela',
    file: '@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2',
    ascent: 116,
    descent: 29,
    groups: 3,
    faces: [{ range: '400', ours: 400, isBold: true }],
  },
  {
    name: 'Klee',
    file: '@fontsource/klee-one/files/klee-one-latin-600-normal.woff2',
    ascent: 116,
    descent: 29,
    groups: 1,
    faces: [{ range: '600', ours: 600, isBold: false }],
  },
]
const systems = [
  {
    name: 'Arial',
    file: (weight: number) => `@fontsource/arimo/files/arimo-latin-${weight}-normal.woff2`,
    locals: [
      ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans', 'Arimo'],
      ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold', 'Arimo Bold'],
    ],
  },
  {
    name: 'Roboto',
    file: (weight: number) => `@fontsource/roboto/files/roboto-latin-${weight}-normal.woff2`,
    locals: [
      ['Roboto', 'Roboto Regular', 'Roboto-Regular'],
      ['Roboto Bold', 'Roboto-Bold'],
    ],
  },
  {
    name: 'DejaVu',
    file: null,
    locals: [
      ['DejaVu Sans', 'DejaVuSans'],
      ['DejaVu Sans Bold', 'DejaVuSans-Bold'],
    ],
  },
]

const header = `/* Written by scripts/stand-in-faces.ts. Fallbacks until a font has loaded: system fonts with the width and height of
   ours, so that no line rewraps and nothing moves when ours replace them. Letters are adjusted in groups, each by its own
   ratio: with a single one a word of ten letters is up to seven pixels too wide or too narrow, and moves its neighbours. Of
   faces with the same character the last one has it. Latin only: other characters come from the next family. */
`

const [folder = ''] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  /**
   * Widths in thousandths of the font's size. Digits as in tables, which most numbers of the pages have, but for the
   * zero as the unit `ch`.
   */
  async function widths(source: string, weight: number): Promise<number[]> {
    await page.setContent(`<style>
      @font-face { font-family: measured; src: ${source}; font-weight: 1 1000 }
      span { font: ${weight} 1000px measured; font-variant-numeric: tabular-nums; font-kerning: none; white-space: pre }
      .zero { font-variant-numeric: normal }
    </style>${codes.map((code) => `<div><span class="${code === ZERO ? 'zero' : ''}">&#${code};</span></div>`).join('')}`)
    return await page.evaluate(async () => {
      await document.fonts.load('1000px measured')
      return [...document.querySelectorAll('span')].map((span) => span.getBoundingClientRect().width)
    })
  }
  const embedded = (path: string) => `url(data:font/woff2;base64,${readFileSync(path).toString('base64')})`
  const faces: string[] = []
  for (const font of fonts)
    for (const system of systems)
      for (const { range, ours, isBold } of font.faces) {
        const ownWidths = await widths(embedded(join(root, 'node_modules', font.file)), ours)
        const locals = system.locals[isBold ? 1 : 0]!
        const file = system.file?.(isBold ? 700 : 400)
        const source = file ? embedded(join(folder, 'node_modules', file)) : `local("${locals[0]}")`
        const letters = lettersOf(ownWidths, await widths(source, isBold ? 700 : 400))
        const groups = groupsOf(letters, font.groups)
        for (const [at, group] of groups.entries())
          faces.push(faceOf(font, `${font.name} as ${system.name}`, range, locals, group, at === 0))
      }
  writeFileSync(join(root, 'src/app/styles/stand-in-faces.css'), `${header}${faces.join('')}`)
} finally {
  await browser.close()
}

function lettersOf(ours: number[], theirs: number[]): Letter[] {
  const pages = globSync('docs/product/*.md', { cwd: root })
  const english = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('')
  return codes.map((code, at) => {
    const count = english.split(String.fromCodePoint(code)).length
    return { code, ours: ours[at]!, theirs: theirs[at]!, count }
  })
}

/**
 * The division into groups with the smallest sum of squared errors of widths, with most of a text in the first. The zero
 * is a group of its own, with its exact width: it is the unit `ch`, and a text that is wider by one percent wraps elsewhere.
 */
function groupsOf(all: Letter[], count: number): Group[] {
  const letters = all.filter(({ code }) => code !== ZERO)
  const zero = all.filter(({ code }) => code === ZERO)
  const common = ratioOf(letters)
  const limited = (group: Letter[]) =>
    Math.min(common * (1 + MAX_DEVIATION), Math.max(common * (1 - MAX_DEVIATION), ratioOf(group)))
  const errorOf = (group: Letter[]) => {
    const ratio = limited(group)
    return group.reduce((sum, { ours, theirs, count }) => sum + count * (ours - ratio * theirs) ** 2, 0)
  }
  const sorted = letters.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const best: { error: number; groups: Letter[][] }[][] = [[{ error: 0, groups: [] }]]
  for (let group = 1; group <= count; group += 1) {
    best[group] = []
    for (let end = group; end <= sorted.length; end += 1)
      for (let start = group - 1; start < end; start += 1) {
        const before = best[group - 1]![start]
        if (!before) continue
        const part = sorted.slice(start, end)
        const error = before.error + errorOf(part)
        const known = best[group]![end]
        if (!known || error < known.error) best[group]![end] = { error, groups: [...before.groups, part] }
      }
  }
  const total = (group: Letter[]) => group.reduce((sum, { count, theirs }) => sum + count * theirs, 0)
  const groups = best[count]![sorted.length]!.groups.toSorted((a, b) => total(b) - total(a))
  return [
    ...groups.map((group) => ({
      ratio: limited(group),
      codes: group.map(({ code }) => code).toSorted((a, b) => a - b),
    })),
    { ratio: ratioOf(zero), codes: [ZERO] },
  ]
}

function ratioOf(group: Letter[]): number {
  const sum = (side: 'ours' | 'theirs') => group.reduce((total, letter) => total + letter.count * letter[side], 0)
  return sum('ours') / sum('theirs')
}

function faceOf(
  { ascent, descent }: { ascent: number; descent: number },
  family: string,
  range: string,
  locals: string[],
  { ratio, codes }: Group,
  isFirst: boolean,
): string {
  const percent = (share: number) => `${share.toFixed(2)}%`
  return `
@font-face {
  font-family: "${family}";
  font-weight: ${range};
  src: ${locals.map((each) => `local("${each}")`).join(', ')};
  size-adjust: ${percent(100 * ratio)};
  ascent-override: ${percent(ascent / ratio)};
  descent-override: ${percent(descent / ratio)};
  line-gap-override: 0%;
  unicode-range: ${isFirst ? EVERYTHING : rangesOf(codes)};
}
`
}

function rangesOf(sorted: number[]): string {
  const runs: [from: number, to: number][] = []
  for (const code of sorted) {
    const last = runs.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')
}
