/** The commands of `npm run hoshi -- admin`: the arguments of each, then its effect. */
const adminCommands = {
  create: [
    'create EMAIL [--role ROLE]',
    'Makes an account, a viewer unless ROLE is given, and prints its password, which is shown only once.',
    'ROLE is viewer, creator, moderator or admin.',
  ],
  grant: [
    'grant EMAIL ROLE',
    'Gives an account a role: viewer, creator, moderator or admin. A creator without a profile gets an empty one.',
    'The last admin keeps the role until there is another one.',
  ],
  revoke: ['revoke EMAIL', 'Takes the role of moderator or admin away; the account is a creator or a viewer again.'],
  'founding-badge': ['founding-badge EMAIL on|off', 'Gives a creator the Founding Creator badge, or takes it away.'],
  quota: ['quota EMAIL BYTES', 'Sets how many bytes one account may store, instead of CREATOR_QUOTA_BYTES.'],
  suspend: [
    'suspend EMAIL --until DAY --reason WORDS',
    'Ends every session and open upload of an account. Until the end of DAY (2026-12-31, in UTC, or a time) it can sign',
    'in, watch and export its data, but not write; `--until lifted` has no end. The person reads WORDS.',
  ],
  'take-down': [
    'take-down EPISODE --rule RULE --reason WORDS',
    'Takes an episode down at once, as a moderator does: only its creator and moderators see it, and its creator reads',
    'WORDS and the rule, whose number is on /rules. EPISODE is the last part of the address of its page.',
  ],
  restore: ['restore EMAIL|EPISODE', 'Lifts a suspension, or takes the last takedown of an episode back.'],
  reprocess: [
    'reprocess EPISODE',
    'Makes the video of an episode again from its original, also after a failure; it is hidden until it plays.',
  ],
  demo: [
    'demo',
    'Fills the site with the sample episodes, whatever DEMO says, and prints the passwords of their creators. Takes',
    'minutes, and a running Hoshi that processes the videos. An interrupted fill goes on with the same command.',
  ],
  audit: [
    'audit [--limit LINES]',
    'Prints the newest entries of the audit log, 40 unless LINES says otherwise, at most 60.',
  ],
}

/** Help of each command, for `npm run NAME -- --help`: its arguments in the first line, then the description. */
export const help = {
  start: [
    '',
    'Builds what changed, starts PostgreSQL unless DATABASE_URL is set, migrates, serves the site and runs the jobs.',
    'README.md lists the settings; all are environment variables. Ctrl-C stops it.',
  ],
  build: [
    '',
    'Installs the packages and builds the screens, if they have changed since the last build. Starts nothing, so that a later',
    'start has nothing to build: `npm start`, or the server without this launcher (docs/operate/containers.md).',
  ],
  dev: ['', 'Like start, with hot reload.'],
  test: [
    '[rooms|video|screens|slow|steady|check|changed] [words|commit|--rest|--recent]',
    'Without arguments: runs the checks and the quick suites, then prints what passed and what failed on one line.',
    'With a suite: runs only that one; words select files by name.',
    '`changed` runs the tests, quick and slow, that your change since the remote main, or the named commit, can affect.',
    '`slow --rest` runs the slow files that have not passed on this very tree, also after an interrupted run.',
    '`slow --recent` runs those that .ci/run does: a core, and what the commits of the last day can affect.',
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
  golden: [
    '',
    'Makes the finished videos that tests play again (tests/fixtures/golden), when the pipeline makes others than before.',
  ],
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
  backup: [
    'FOLDER [--new]',
    'Copies the database and the files into FOLDER, even while Hoshi is running. Files that an earlier backup there has are',
    'not read again. An interrupted backup goes on with the same command. BACKUP_KEEP says how many backups are kept.',
    '--new  starts in a folder that had backups and is empty now.',
    'With BACKUP_KEY_FILE, backups are encrypted.',
    'Uses the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET). Exits with 1 and a sentence if there is no',
    'new backup; the earlier ones are as they were. docs/operate/backup.md has the details.',
  ],
  restore: [
    'FOLDER [--backup ID] [--list]',
    'Restores the newest backup in FOLDER, or the one named ID, into DATA_DIR, which must be empty or absent. What was',
    'interrupted goes on with the same command.',
    '--list  only lists the backups.',
    'Encrypted backups need BACKUP_KEY_FILE. Exits with 1 and a sentence if it was not restored.',
  ],
  storage: [
    'move --to s3|disk',
    'Copies all files from DATA_DIR/files to the bucket, or from the bucket to DATA_DIR/files, even while Hoshi is running.',
    'Nothing is removed where they are. Each copy is read back and compared by SHA-256. An interrupted move goes on with the',
    'same command. Then restart Hoshi with the new STORAGE, and move once more: that brings what has arrived in between.',
    'Uses the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET, STORAGE), and those of the bucket (S3_…), also',
    'with STORAGE=disk. Prints a table. Exits with 1 and a sentence if anything was not moved. docs/operate/storage.md has',
    'the details.',
  ],
  digest: [
    '',
    'Sends the mail digests that are due now, even while Hoshi is running; otherwise a job does so every hour.',
    'Uses the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET, PUBLIC_URL, SMTP_URL).',
  ],
  hoshi: [
    'admin COMMAND',
    'Looks after the accounts and episodes of a site, even while Hoshi is running. Every change is recorded in the audit log.',
    ...Object.values(adminCommands).map(([call]) => `  admin ${call}`),
    'After COMMAND, --help explains it. Exits with 1 and a sentence if it was refused.',
    'Uses the settings that Hoshi runs with (DATABASE_URL, DATA_DIR, SECRET).',
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

/** @returns the lines to print @param args words after the command; a command of `hoshi` has its own help */
export function helpOf(name, args = []) {
  const [group, verb = ''] = args
  if (name === 'hoshi' && group === 'admin' && Object.hasOwn(adminCommands, verb)) {
    const [call, ...lines] = adminCommands[verb]
    return [`npm run hoshi -- admin ${call}`, ...lines.map((line) => `  ${line}`)].join('\n')
  }
  const [words, ...lines] = help[name]
  const npmName = npmNames[name] ?? name
  const call = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${npmName}`
  return [words === '' ? call : `${call} -- ${words}`, ...lines.map((line) => `  ${line}`)].join('\n')
}
