import { expect, test } from 'vitest'
import { type ConfigurationError, readConfig, readMoveConfig } from './config.ts'

const s3 = { STORAGE: 's3', S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'anime' }
const key = { S3_ACCESS_KEY_ID: 'an id', S3_SECRET_ACCESS_KEY: 'hunter2' }

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as ConfigurationError).problems
  }
}

test('files are on the disk by default, where S3 settings are a mistake', () => {
  expect(readConfig({}).storage).toEqual({ kind: 'disk' })
  expect(problemsOf({ S3_BUCKET: 'anime', S3_PREFIX: 'hoshi' })).toEqual([
    'S3_BUCKET is set, but STORAGE is not s3.',
    'S3_PREFIX is set, but STORAGE is not s3.',
  ])
})

test('a bucket may be anywhere, and its secret is never printed', () => {
  expect(readConfig(s3).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    bucket: 'anime',
    credentials: null,
    forcePathStyle: true,
    prefix: '',
  })
  const amazon = readConfig({
    STORAGE: 's3',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'anime',
    S3_PREFIX: '/a/b/',
    ...key,
  })
  expect(amazon.storage).toMatchObject({ endpoint: null, region: 'eu-central-1', forcePathStyle: false, prefix: 'a/b' })
  expect(JSON.stringify(amazon)).not.toContain('hunter2')
  expect(readConfig({ ...s3, S3_FORCE_PATH_STYLE: 'off' }).storage).toMatchObject({ forcePathStyle: false })
})

test('a site in a bucket gets no demo that nobody asked for', () => {
  expect([readConfig({}).demo, readConfig(s3).demo, readConfig({ ...s3, DEMO: 'on' }).demo]).toEqual([
    'when_new',
    'off',
    'on',
  ])
})

test.each([
  [{ S3_BUCKET: '' }, 'S3_BUCKET is required with STORAGE=s3.'],
  [
    { S3_BUCKET: 'anime/files' },
    'S3_BUCKET must be the name of a bucket: letters, digits, dots and dashes, without a slash.',
  ],
  [{ S3_ENDPOINT: '' }, 'S3_REGION is required with STORAGE=s3, unless S3_ENDPOINT is set.'],
  [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be an address only, like https://s3.example, without the bucket.'],
  [
    { S3_ENDPOINT: 'https://a:b@s3.example' },
    'S3_ENDPOINT must be an address only, like https://s3.example, without the bucket.',
  ],
  [{ S3_REGION: 'eu central' }, 'S3_REGION must be a name like eu-central-1.'],
  [
    { S3_PREFIX: 'a//b' },
    'S3_PREFIX must be names of letters, digits, dots, dashes and underscores, with single slashes between.',
  ],
  [{ S3_PREFIX: 'a/../b' }, 'S3_PREFIX must not contain . or .. as a name.'],
  [{ S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY is required with S3_ACCESS_KEY_ID.'],
  [{ S3_SECRET_ACCESS_KEY: 'x' }, 'S3_ACCESS_KEY_ID is required with S3_SECRET_ACCESS_KEY.'],
  [{ S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE must be one of on, off, not "yes".'],
  [
    { MEDIA_HANDOFF: 'nginx' },
    'MEDIA_HANDOFF cannot be set with STORAGE=s3: a proxy would look for the files on the disk.',
  ],
  [
    { BACKUP_TO: 's3://anime' },
    'BACKUP_TO cannot be used: a backup in s3://anime would be among the data in s3://anime. Choose another bucket or prefix.',
  ],
  [{ MAX_UPLOAD_BYTES: '83886080001' }, 'MAX_UPLOAD_BYTES may be at most 83886080000 with STORAGE=s3.'],
])('refuses %o', (change, problem) => {
  expect(problemsOf({ ...s3, ...change })).toContain(problem)
})

test('a move reads the bucket whichever storage the site uses, and the site as it is', () => {
  const { STORAGE: _, ...bucket } = s3
  const fromDisk = readMoveConfig({ ...bucket, ...key, MEDIA_HANDOFF: 'nginx' })
  expect(fromDisk.config.storage).toEqual({ kind: 'disk' })
  expect(fromDisk.bucket).toMatchObject({ kind: 's3', bucket: 'anime', endpoint: 'https://s3.example' })
  // A site on the disk may have its backups in the same store.
  const { config } = readMoveConfig({ ...bucket, ...key, BACKUP_TO: 's3://backups' })
  expect([config.storage, config.backup.store?.endpoint]).toEqual([{ kind: 'disk' }, 'https://s3.example'])
  const fromBucket = readMoveConfig({ ...s3, ...key })
  expect(fromBucket.bucket).toBe(fromBucket.config.storage)
})

test.each([
  [{}, ['S3_BUCKET is required to move files to or from a bucket.', 'S3_REGION is required to move files']],
  [{ S3_BUCKET: 'anime', S3_REGION: 'here', PORT: 'http' }, ['PORT must be a whole number']],
  [{ STORAGE: 's3', S3_REGION: 'here' }, ['S3_BUCKET is required with STORAGE=s3.']],
  [{ STORAGE: 'tape', S3_BUCKET: 'anime', S3_REGION: 'here' }, ['STORAGE must be one of disk, s3']],
])('a move with %j is refused, with every setting that is wrong', (environment, sentences) => {
  let problems: string[] = []
  try {
    readMoveConfig(environment)
  } catch (error) {
    ;({ problems } = error as ConfigurationError)
  }
  expect(problems).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)))
})
