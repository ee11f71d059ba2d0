/** One environment variable an operator may set. The reference in README.md is generated from this list. */
export interface Setting {
  name: string
  /** What holds when it is not set, in an operator's words. */
  byDefault: string
  meaning: string
}

export const settings = [
  { name: 'PORT', byDefault: '3000', meaning: 'Port to listen on.' },
  {
    name: 'HOST',
    byDefault: '127.0.0.1',
    meaning: 'Address to listen on. A wildcard (0.0.0.0 or ::) needs PUBLIC_URL.',
  },
  {
    name: 'PUBLIC_URL',
    byDefault: 'http://localhost:PORT',
    meaning:
      'Where the world finds this Hoshi. Links in mails use it, writes must come from it. With https, cookies are Secure and browsers use nothing else for a year (HSTS).',
  },
  { name: 'DATA_DIR', byDefault: './data', meaning: 'Folder for everything kept: database, files, secret, outbox.' },
  { name: 'ROLE', byDefault: 'all', meaning: '`web` answers requests, `worker` works the jobs, `all` does both.' },
  {
    name: 'DATABASE_URL',
    byDefault: 'embedded PostgreSQL 18',
    meaning: 'An external PostgreSQL (postgres://…), reached directly and not through a transaction pooler.',
  },
  {
    name: 'SECRET',
    byDefault: 'made once in DATA_DIR',
    meaning: 'Signs sessions; at least 32 characters. Required with DATABASE_URL, the same on every node.',
  },
  { name: 'SMTP_URL', byDefault: 'mails land in DATA_DIR/outbox', meaning: 'Mail server, smtp:// or smtps://.' },
  {
    name: 'MAIL_FROM',
    byDefault: 'Hoshi <no-reply@ the public host>',
    meaning: 'Sender of mails. Required with SMTP_URL.',
  },
  { name: 'SUPPORT_EMAIL', byDefault: 'support@ the public host', meaning: 'The support address people see.' },
  { name: 'MAX_UPLOAD_BYTES', byDefault: '4294967296 (4 GiB)', meaning: 'Largest file a creator may upload.' },
  { name: 'CREATOR_QUOTA_BYTES', byDefault: '53687091200 (50 GiB)', meaning: 'Bytes of uploads one creator may hold.' },
  {
    name: 'DISK_RESERVE_BYTES',
    byDefault: '5 % of the disk, 512 MiB to 20 GiB',
    meaning: 'Room that videos leave on the disk of DATA_DIR. The database needs it.',
  },
  {
    name: 'MEDIA_BASE_URL',
    byDefault: 'media come from PUBLIC_URL',
    meaning: 'Where a CDN serves /media/ of this Hoshi. Published media are addressed there. Needs PUBLIC_URL.',
  },
  {
    name: 'CDN_PURGE_URL',
    byDefault: 'nothing is called',
    meaning: 'Told by POST which media are gone, so that a CDN forgets them (docs/operate/delivery.md).',
  },
  {
    name: 'MEDIA_HANDOFF',
    byDefault: 'none',
    meaning: '`nginx` leaves sending media to the nginx in front, by X-Accel-Redirect (docs/operate/delivery.md).',
  },
  {
    name: 'VIDEO_HOST',
    byDefault: 'embedded',
    meaning:
      'Where videos live: `embedded` is this Hoshi, `cloudflare` is Cloudflare Stream. Chosen before the first upload.',
  },
  { name: 'CLOUDFLARE_ACCOUNT_ID', byDefault: '', meaning: 'Required with VIDEO_HOST=cloudflare: the account.' },
  {
    name: 'CLOUDFLARE_API_TOKEN',
    byDefault: '',
    meaning: 'Required with VIDEO_HOST=cloudflare: a token that may edit Stream. It never leaves the server.',
  },
  {
    name: 'CLOUDFLARE_CUSTOMER_CODE',
    byDefault: '',
    meaning: 'Required with VIDEO_HOST=cloudflare: the code in customer-CODE.cloudflarestream.com.',
  },
  {
    name: 'CLOUDFLARE_WEBHOOK_SECRET',
    byDefault: 'the service is asked each minute',
    meaning: 'Secret of the webhook that Stream sends to PUBLIC_URL/api/webhooks/cloudflare.',
  },
  {
    name: 'AV1',
    byDefault: 'off',
    meaning:
      '`on` makes a second set of renditions of much-watched episodes, in AV1, when there is nothing else to do. Takes fewer bytes and much processor time; needs an ffmpeg with SVT-AV1.',
  },
  {
    name: 'STREAM_ACCOUNT_ID',
    byDefault: 'the dialect is off',
    meaning:
      'Account under which this host answers in the dialect of Cloudflare Stream, and /{uid}/iframe plays. Needs STREAM_API_TOKEN.',
  },
  {
    name: 'STREAM_API_TOKEN',
    byDefault: 'the dialect is off',
    meaning:
      'Bearer token of that account. Its holder sees every video, may upload without signing in, and may change and delete what was uploaded that way.',
  },
  {
    name: 'TRUST_PROXY',
    byDefault: '0',
    meaning: 'Number of proxies in front. Their X-Forwarded-For tells who is calling; nothing else is believed.',
  },
  {
    name: 'VIEWS_IPV6_PREFIX',
    byDefault: '56',
    meaning:
      'How many bits of an IPv6 address are one network where views are limited, 32 to 64. An IPv4 address is always one.',
  },
  {
    name: 'MAX_CONNECTIONS',
    byDefault: '4096',
    meaning:
      'Connections that one process holds open; more are closed at once. With TRUST_PROXY=0 one address may have a quarter of them.',
  },
  {
    name: 'DEMO',
    byDefault: 'on in a new DATA_DIR, while nobody else can see it',
    meaning:
      '`on` fills this Hoshi once with a dozen short episodes, in the background, also one that is in use; `off` leaves it as it is. On by itself only while HOST is loopback, PUBLIC_URL and everything outside this machine (database, mail, CDN, hosted videos) are unset, and nobody has an account.',
  },
  { name: 'LOG_LEVEL', byDefault: 'info', meaning: '`debug`, `info`, `warn`, `error` or `silent`.' },
] as const satisfies Setting[]

export type SettingName = (typeof settings)[number]['name']

/** Settings of the plan that this version cannot honour; ignoring them would put data where nobody expects it. */
export const futureSettings = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const
