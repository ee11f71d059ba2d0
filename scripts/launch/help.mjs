/** Help of each command, for `npm run NAME -- --help`: its arguments in the first line, then the description. */
export const help = {
  start: [
    '',
    'Builds what changed, starts PostgreSQL unless DATABASE_URL is set, migrates, serves the site and runs the jobs.',
    'README.md lists the settings; all are environment variables. Ctrl-C stops it.',
  ],
  dev: ['', 'Like start, with hot reload.'],
  test: [
    '[rooms|video|screens|slow|steady|check|changed] [words]',
    'Without arguments: runs the checks and the quick suites, then prints what passed and what failed on one line.',
    'With a suite: runs only that one; words select files by name. `changed` runs what your change can affect.',
  ],
  check: ['', 'Types, lint, format, unused code.'],
  mutation: [
    '[words]',
    'Breaks rules and queries in small ways, and lists the changes that no test notices.',
    'Words are passed to scripts/mutation.ts; the comment at its top describes them.',
  ],
  bench: [
    '[names]',
    'Runs the benchmarks beside reference servers and prints the figures. docs/operate/bench.md explains the names.',
  ],
  shots: ['[words]', 'Saves screenshots of every screen and state in shots/; words select them by name.'],
  pictures: ['', 'Draws the icons and the card in public/ from their drawings.'],
  'demo-render': [
    '[films|look]',
    'Renders the demo videos into demo/masters; words select videos, `look` renders only their contact sheets.',
  ],
  audit: [
    '[--repair] [--all]',
    'Compares the database with the files in DATA_DIR/files, even while Hoshi is running, and prints one table:',
    '  missing    a row refers to a file that is absent or truncated',
    '  different  the size of a file differs from its row',
    '  stray      a file that no row refers to',
    '--repair  moves strays older than a day to the trash (files/trash/<day>, for a week); rebuilds videos from',
    '          their originals, or marks them as failed if those are missing too; fixes minor problems.',
    '--all     repairs even more than a crash would leave: more than ten problems and 2 % of all, or a quarter of the files.',
    'Uses the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET). Exits with 0 if rows and files agree or',
    'everything was repaired, 1 if problems remain, 2 if the audit failed. docs/operate/data.md has the details.',
  ],
  digest: [
    '',
    'Sends the mail digests that are due now, even while Hoshi is running; otherwise a job does so every hour.',
    'Uses the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET, PUBLIC_URL, SMTP_URL).',
  ],
  'db-new': ['WORDS', 'Creates a numbered migration in db/migrations, named after the words.'],
  'db-reset': [
    '[--yes]',
    'Deletes the embedded database in DATA_DIR after asking. Uploaded files stay in DATA_DIR/files: move that folder away',
    'if it holds videos, as the next start, which creates a new database, refuses files of videos without rows.',
  ],
  'db-dump': ['', 'Writes db/structure.sql from a database with all migrations.'],
}

/** Commands whose npm script has another name. */
const npmNames = { 'demo-render': 'demo:render', 'db-new': 'db:new', 'db-reset': 'db:reset', 'db-dump': 'db:dump' }

/** @returns the lines to print */
export function helpOf(name) {
  const [words, ...lines] = help[name]
  const npmName = npmNames[name] ?? name
  const call = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${npmName}`
  return [words === '' ? call : `${call} -- ${words}`, ...lines.map((line) => `  ${line}`)].join('\n')
}
