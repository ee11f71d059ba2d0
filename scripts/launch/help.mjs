/** What each command does, for `npm run NAME -- --help`: the words it takes in the first line, then the rest. */
export const help = {
  start: [
    '',
    'Builds what changed, starts PostgreSQL where DATABASE_URL names none, migrates, serves and works jobs.',
    'README.md lists the settings; all are environment variables. Ctrl-C stops it.',
  ],
  dev: ['', 'Like start, with hot reload.'],
  test: [
    '[rooms|video|screens|slow|steady|check|changed] [words]',
    'Without a word: the checks and the quick suites, then one line with what passed and what failed.',
    'With one: that suite alone; words pick the files whose names hold one. `changed` runs what your change can reach.',
  ],
  check: ['', 'Types, lint, format, unused code, import arrows.'],
  mutation: [
    '[words]',
    'Breaks rules and queries in small ways, and names those that no test notices.',
    'Words are handed to scripts/mutation.ts, whose head describes them.',
  ],
  bench: [
    '[names]',
    'Measures, beside reference servers, and prints figures. docs/operate/bench.md says what each name is.',
  ],
  shots: ['[words]', 'Takes pictures of every screen and state into shots/; words pick those whose names hold one.'],
  pictures: ['', 'Draws the icons and the card in public/ from their drawings.'],
  'demo-render': [
    '[films|look]',
    'Draws the films of the demo anew into demo/masters; words pick films, `look` only draws sheets of them.',
  ],
  audit: [
    '[--repair] [--all]',
    'Compares the rows of the database with the files in DATA_DIR/files, also while Hoshi serves, and prints one table:',
    '  missing    a row names a file that is not there, or is cut',
    '  different  a file has not the size that its row says',
    '  stray      a file that no row names',
    '--repair  moves strays that are a day old into the trash (files/trash/<day>, kept for a week); has videos made anew from',
    '          their originals, or fail, which their creators are told, where those are missing too; and what is smaller.',
    '--all     does so also where much more is found than a crash leaves: more than ten and 2 % of all, or half of the files.',
    'Takes the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET). Ends with 0 when rows and files agree or all was',
    'repaired, 1 when something is left, 2 when it could not look. docs/operate/data.md says more.',
  ],
  'db-new': ['WORDS', 'Makes a new, numbered migration in db/migrations, named by the words.'],
  'db-reset': [
    '[--yes]',
    'Throws the embedded database in DATA_DIR away, after asking; the next start makes a new one. Uploaded files stay.',
  ],
  'db-dump': ['', 'Writes db/structure.sql from a database with all migrations.'],
}

/** Commands that npm knows by a name of their own. */
const npmNames = { 'demo-render': 'demo:render', 'db-new': 'db:new', 'db-reset': 'db:reset', 'db-dump': 'db:dump' }

/** @returns the lines to print */
export function helpOf(name) {
  const [words, ...lines] = help[name]
  const npmName = npmNames[name] ?? name
  const call = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${npmName}`
  return [words === '' ? call : `${call} -- ${words}`, ...lines.map((line) => `  ${line}`)].join('\n')
}
