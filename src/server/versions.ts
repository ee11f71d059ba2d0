import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Versions } from '#administration/overview.ts'
import type { Db } from '#platform/database.server.ts'
import { databaseVersions } from '#platform/versions.server.ts'
import { ffmpegVersion } from '#video/media/ffmpeg/version.server.ts'

/** The version of Hoshi, as in package.json. */
export function hoshiVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Versions of the programs that run here; ffmpeg is asked once. */
export function createVersions(db: Db, hoshi: string): () => Promise<Versions> {
  let ffmpeg: Promise<string | null> | null = null
  return async () => {
    ffmpeg ??= ffmpegVersion()
    const [ours, installed] = await Promise.all([databaseVersions(db), ffmpeg])
    return { hoshi, node: process.versions.node, ...ours, ffmpeg: installed }
  }
}
