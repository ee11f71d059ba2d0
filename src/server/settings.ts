/** One environment variable an operator may set. The reference in README.md is generated from this list. */
export interface Setting {
  name: string
  /** The default, in an operator's words. */
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
      'Public URL of this Hoshi. Links in emails use it, and writes must come from it. With https, cookies are Secure and browsers insist on https for a year (HSTS).',
  },
  { name: 'DATA_DIR', byDefault: './data', meaning: 'Folder for all data: database, files, secret, outbox.' },
  { name: 'ROLE', byDefault: 'all', meaning: '`web` answers requests, `worker` runs the jobs, `all` does both.' },
  {
    name: 'DATABASE_URL',
    byDefault: 'embedded PostgreSQL 18',
    meaning: 'External PostgreSQL server (postgres://…). Connect to it directly, not through a transaction pooler.',
  },
  {
    name: 'SECRET',
    byDefault: 'generated once in DATA_DIR',
    meaning: 'Key that signs sessions, at least 32 characters. Required with DATABASE_URL, and the same on every node.',
  },
  {
    name: 'STORAGE',
    byDefault: 'disk',
    meaning:
      'Where files are stored: `disk` is the folder DATA_DIR/files, `s3` a bucket of any store that speaks S3 (docs/operate/storage.md). `npm run storage` moves them from one to the other.',
  },
  {
    name: 'S3_ENDPOINT',
    byDefault: 'Amazon S3',
    meaning: 'URL of the store, without the bucket. Only with STORAGE=s3, as all S3 settings.',
  },
  {
    name: 'S3_REGION',
    byDefault: 'us-east-1 with S3_ENDPOINT',
    meaning: 'Region of the bucket. Required without S3_ENDPOINT.',
  },
  { name: 'S3_BUCKET', byDefault: '', meaning: 'Name of the bucket, which must exist. Required with STORAGE=s3.' },
  {
    name: 'S3_ACCESS_KEY_ID',
    byDefault: 'credentials of the machine',
    meaning: 'ID of the key. Without it, the AWS SDK looks for credentials in its environment, profiles and roles.',
  },
  { name: 'S3_SECRET_ACCESS_KEY', byDefault: '', meaning: 'Secret of that key. It never leaves the server.' },
  {
    name: 'S3_FORCE_PATH_STYLE',
    byDefault: 'on with S3_ENDPOINT, else off',
    meaning: '`on` puts the bucket into the path of URLs, `off` into their host.',
  },
  {
    name: 'S3_PREFIX',
    byDefault: 'nothing',
    meaning: 'What all keys in the bucket begin with, such as `hoshi`, so that several sites can share it.',
  },
  { name: 'SMTP_URL', byDefault: 'mails are written to DATA_DIR/outbox', meaning: 'Mail server, smtp:// or smtps://.' },
  {
    name: 'MAIL_FROM',
    byDefault: 'Hoshi <no-reply@ the public host>',
    meaning: 'Sender of mails. Required with SMTP_URL.',
  },
  {
    name: 'SUPPORT_EMAIL',
    byDefault: 'support@ the public host; no address on a site at a local one',
    meaning: 'Support email address shown on the site. Without one, the pages say that none has been published.',
  },
  {
    name: 'REQUIRE_VERIFIED_MAIL',
    byDefault: 'off',
    meaning:
      '`on` mails a link to new accounts. Until it is opened, people can sign in and watch, and change nothing but their account. Applies to existing accounts too. Requires mails that arrive (SMTP_URL).',
  },
  {
    name: 'DISPOSABLE_MAIL_FILE',
    byDefault: 'every domain may sign up',
    meaning:
      'File with domains of disposable mail, one a line (# begins a comment line). Addresses at them and at their subdomains cannot sign up. Read at the start.',
  },
  {
    name: 'OIDC_ISSUER',
    byDefault: 'people sign in with a password or a passkey',
    meaning:
      'Issuer of an OpenID Connect provider that people may sign in by (docs/operate/sign-in.md). https, or http at a loopback address. Its redirect URI is PUBLIC_URL/api/auth/callback/oidc.',
  },
  { name: 'OIDC_CLIENT_ID', byDefault: '', meaning: 'Client ID at that provider. Required with OIDC_ISSUER.' },
  {
    name: 'OIDC_CLIENT_SECRET',
    byDefault: '',
    meaning: 'Client secret at that provider. Required with OIDC_ISSUER. It goes to that provider only.',
  },
  {
    name: 'OIDC_NAME',
    byDefault: 'the host of OIDC_ISSUER',
    meaning: 'Name of that provider on the button `Continue with …`, at most 40 characters.',
  },
  {
    name: 'MAX_UPLOAD_BYTES',
    byDefault: '4294967296 (4 GiB)',
    meaning: 'Largest file that a creator can upload, in bytes.',
  },
  {
    name: 'CREATOR_QUOTA_BYTES',
    byDefault: '53687091200 (50 GiB)',
    meaning: 'Storage for all uploads of one creator, in bytes, unless an account has its own quota.',
  },
  {
    name: 'DISK_RESERVE_BYTES',
    byDefault: '5 % of the disk, 512 MiB to 20 GiB',
    meaning: 'Space that videos leave free on the disk of DATA_DIR, for the database.',
  },
  {
    name: 'MEDIA_BASE_URL',
    byDefault: 'media are served from PUBLIC_URL',
    meaning:
      'URL where a CDN serves /media/ of this Hoshi. Pages load published media from there. Requires PUBLIC_URL.',
  },
  {
    name: 'CDN_PURGE_URL',
    byDefault: 'nothing is called',
    meaning:
      'URL that receives a POST when media are removed, so that a CDN can purge them (docs/operate/delivery.md).',
  },
  {
    name: 'MEDIA_HANDOFF',
    byDefault: 'none',
    meaning: '`nginx` lets the nginx in front send the media, with X-Accel-Redirect (docs/operate/delivery.md).',
  },
  {
    name: 'VIDEO_HOST',
    byDefault: 'embedded',
    meaning:
      'Where videos are hosted: `embedded` is this Hoshi, `cloudflare` is Cloudflare Stream. Choose it before the first upload.',
  },
  { name: 'CLOUDFLARE_ACCOUNT_ID', byDefault: '', meaning: 'Account ID. Required with VIDEO_HOST=cloudflare.' },
  {
    name: 'CLOUDFLARE_API_TOKEN',
    byDefault: '',
    meaning: 'API token that may edit Stream. Required with VIDEO_HOST=cloudflare. It never leaves the server.',
  },
  {
    name: 'CLOUDFLARE_CUSTOMER_CODE',
    byDefault: '',
    meaning: 'Code in customer-CODE.cloudflarestream.com. Required with VIDEO_HOST=cloudflare.',
  },
  {
    name: 'CLOUDFLARE_WEBHOOK_SECRET',
    byDefault: 'Stream is polled every minute',
    meaning: 'Secret of the webhook that Stream sends to PUBLIC_URL/api/webhooks/cloudflare.',
  },
  {
    name: 'AV1',
    byDefault: 'off',
    meaning:
      '`on` encodes a second set of renditions of popular episodes in AV1 while there is no other work. They are smaller but take much more CPU time. Requires an ffmpeg with SVT-AV1.',
  },
  {
    name: 'IMAGE_MODERATION',
    byDefault: 'embedded if its program is installed, else off',
    meaning:
      'Who classifies frames and posters of episodes, and profile pictures: `embedded` a program on this machine, `http` a service of your choice, `off` nobody (docs/operate/moderation.md).',
  },
  {
    name: 'IMAGE_MODERATION_URL',
    byDefault: '',
    meaning: 'URL that receives a POST with each picture. Required with IMAGE_MODERATION=http.',
  },
  {
    name: 'IMAGE_MODERATION_SECRET',
    byDefault: 'nothing is sent',
    meaning: 'Bearer token for that service. It never leaves the server otherwise.',
  },
  {
    name: 'IMAGE_MODERATION_TIMEOUT_MS',
    byDefault: '10000',
    meaning: 'Longest wait for one answer of that service, in milliseconds.',
  },
  {
    name: 'IMAGE_MODERATION_MAP',
    byDefault: 'the answer is `{Drawing, Hentai, Neutral, Porn, Sexy}`',
    meaning: 'Where the answer has each score, from 0 to 1, such as `Porn=nudity.raw,Sexy=nudity.partial`.',
  },
  {
    name: 'IMAGE_MODERATION_THRESHOLDS',
    byDefault: 'Porn=0.6,Hentai=0.6,Sexy=0.8',
    meaning: 'Scores from which a picture counts as adult.',
  },
  {
    name: 'MODERATION',
    byDefault: 'flag',
    meaning:
      '`flag` marks an episode with such a picture as NSFW until a person has looked at it; `hold` also keeps every new episode from others until its pictures were checked or a moderator has decided. Counts until an admin chooses on /admin/settings.',
  },
  {
    name: 'STREAM_ACCOUNT_ID',
    byDefault: 'the compatible API is off',
    meaning:
      'Account ID under which this server answers Cloudflare Stream API calls. It also turns on /{uid}/iframe. Requires STREAM_API_TOKEN.',
  },
  {
    name: 'STREAM_API_TOKEN',
    byDefault: 'the compatible API is off',
    meaning:
      'Bearer token of that account. It gives access to every video, and allows uploads without signing in and changing or deleting those uploads.',
  },
  {
    name: 'BACKUP_TO',
    byDefault: 'no scheduled backups',
    meaning:
      'Folder on another disk, or a bucket as s3://bucket/prefix, for a backup every day (docs/operate/backup.md). With several machines, every worker needs the folder.',
  },
  { name: 'BACKUP_AT', byDefault: '03:30', meaning: 'When that backup is made, in UTC.' },
  {
    name: 'BACKUP_KEEP',
    byDefault: '7',
    meaning: 'Backups that are kept in a place (docs/operate/backup.md). Older ones are removed after each new one.',
  },
  {
    name: 'BACKUP_KEY_FILE',
    byDefault: 'backups are not encrypted',
    meaning:
      'File with the key of encrypted backups, at least 32 characters. Without it they cannot be restored, so keep a copy elsewhere. Read at the start.',
  },
  {
    name: 'TRUST_PROXY',
    byDefault: '0',
    meaning: 'Number of proxies in front of Hoshi. Only their X-Forwarded-For is trusted to identify the client.',
  },
  {
    name: 'VIEWS_IPV6_PREFIX',
    byDefault: '56',
    meaning:
      'IPv6 prefix length (32 to 64) that counts as one network when views are limited. Each IPv4 address is a network of its own.',
  },
  {
    name: 'REPORTS_URGENT_FROM',
    byDefault: '3',
    meaning:
      'Open reports of one thing that put it before others in the queue of the moderators (1 to 1000). Their number decides nothing else.',
  },
  {
    name: 'MAX_CONNECTIONS',
    byDefault: '4096',
    meaning:
      'Connections that one process keeps open. Further ones are closed immediately. With TRUST_PROXY=0, one IP address can use a quarter of them.',
  },
  {
    name: 'METRICS_TOKEN',
    byDefault: 'only callers on this machine get /metrics',
    meaning:
      'Bearer token, at least 16 characters, with which Prometheus gets /metrics from elsewhere (docs/operate/metrics.md).',
  },
  {
    name: 'METRICS_PORT',
    byDefault: 'a worker does not listen',
    meaning:
      'Port where a process with ROLE=worker answers /metrics, /healthz and /readyz, at HOST. Others answer them at PORT.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    byDefault: 'no traces',
    meaning:
      'URL of an OpenTelemetry collector (OTLP over HTTP, such as http://127.0.0.1:4318) that receives traces of requests, jobs and tools (docs/operate/metrics.md).',
  },
  {
    name: 'DEMO',
    byDefault: 'on in a new DATA_DIR that only this machine can reach',
    meaning:
      '`on` adds a dozen short episodes once, in the background, even to a site that is in use; `off` adds none. On by default only while HOST is loopback, PUBLIC_URL and all external services (database, storage, mail, CDN, hosted videos) are unset, and there are no accounts.',
  },
  { name: 'LOG_LEVEL', byDefault: 'info', meaning: '`debug`, `info`, `warn`, `error` or `silent`.' },
] as const satisfies Setting[]

export type SettingName = (typeof settings)[number]['name']
