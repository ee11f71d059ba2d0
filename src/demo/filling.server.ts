import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Avatars } from '#creators/avatars.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { Video } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import {
  creatorUids,
  findCreatorUid,
  findEpisodeStep,
  recordCreator,
  recordDone,
  recordUpload,
} from './demo-rows.server.ts'
import type { DemoCreator, DemoEpisode, DemoProgramme } from './programme.ts'

export interface FillingParts {
  db: Db
  identity: Pick<Identity, 'find' | 'hasAccounts' | 'signIn' | 'signOut'>
  creators: Pick<Creators, 'signUp'>
  avatars: Pick<Avatars, 'set'>
  video: Pick<VideoHost, 'get' | 'hasWorkForOthers' | 'ownedBy' | 'receivePageForm' | 'remove' | 'waitUntilMeasured'>
  catalog: Pick<Catalog, 'episodeOn' | 'publish'>
  programme: DemoProgramme
  /** Holds `masters/` and `avatars/`. */
  folder: string
  passwordOf(email: string): string
  log: Log
}

/** Demo creators sign up from this machine. */
const here = { address: '127.0.0.1' }
const LOOK_EVERY_MS = 500
const MEASURED_WITHIN_MS = 10_000

/**
 * Does what four creators would do, through the same verbs: sign up, upload, publish. Every step is written down in an
 * order in which a process may die after any of them: it is neither repeated nor left out, and what somebody has deleted
 * meanwhile is not brought back.
 */
export function createFilling(parts: FillingParts) {
  const { db, identity, creators, avatars, video, catalog, programme, folder, passwordOf, log } = parts

  async function accountOf(key: string): Promise<Account | null> {
    const known = await findCreatorUid(db, key)
    if (known !== undefined) return known === null ? null : await identity.find(known)
    const creator = programme.creators.find((each) => each.key === key)
    if (!creator) throw new Error(`The demo has no creator ${key}.`)
    const account = await signUp(creator)
    if (account && creator.hasAvatar) await showPicture(account, creator)
    await recordCreator(db, key, account?.uid ?? null)
    return account
  }

  async function signUp(creator: DemoCreator): Promise<Account | null> {
    const { email, username, bio, patreonUrl } = creator
    const password = passwordOf(email)
    try {
      return await creators.signUp(
        { email, password, role: 'creator', agreedToTerms: true, username, bio, patreonUrl },
        here,
      )
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Ours when the password fits: the process that signed up died before it wrote that down.
      const mine = error.code === 'identity.email_taken' ? await signInAgain(email, password) : null
      if (!mine) log.warn({ creator: creator.key, refused: error.code }, 'demo: a creator could not sign up')
      return mine
    }
  }

  async function signInAgain(email: string, password: string): Promise<Account | null> {
    try {
      const { account, setCookies } = await identity.signIn({ email, password }, here)
      await identity.signOut(new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') }))
      return account
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  /** Goes without when it cannot be drawn. */
  async function showPicture(account: Account, { key }: DemoCreator): Promise<void> {
    try {
      await avatars.set(account, await openAsBlob(join(folder, 'avatars', `${key}.png`)))
    } catch (error) {
      log.warn({ creator: key, err: error }, 'demo: a creator goes without a picture')
    }
  }

  /** The video with the master's bytes in it; one that an earlier attempt has brought, if there is one. */
  async function upload(account: Account, episode: DemoEpisode): Promise<string> {
    const name = `demo-${episode.key}.mp4`
    const left = (await video.ownedBy(account)).find((each) => each.name === name)
    if (left && left.status.state !== 'pendingupload') return left.uid
    if (left) await video.remove(account, left.uid)
    const bytes = await readFile(join(folder, 'masters', `${episode.key}.mp4`))
    const form = new FormData()
    form.set('file', new Blob([bytes], { type: 'video/mp4' }), name)
    const encoded = new Response(form)
    const body = await encoded.arrayBuffer()
    return await video.receivePageForm({
      body: new Blob([body]).stream(),
      contentType: encoded.headers.get('content-type') ?? '',
      sizeBytes: body.byteLength,
      admit: () => account,
    })
  }

  /** Null when it is gone: its creator, or whoever has logged in as them, has deleted it. */
  async function look(account: Account, uid: string): Promise<Video | null> {
    return await video.get(account, uid).catch((error: unknown) => {
      if (isRefusal(error)) return null
      throw error
    })
  }

  async function publish(account: Account, episode: DemoEpisode, uid: string, signal: AbortSignal): Promise<void> {
    if (!(await look(account, uid))) return
    const measured = await video.waitUntilMeasured(account, uid, MEASURED_WITHIN_MS)
    signal.throwIfAborted()
    if (measured.status.state === 'error') {
      log.warn({ episode: episode.key, reason: measured.status.reasonCode }, 'demo: a master was refused')
      return
    }
    if (await catalog.episodeOn(uid)) return
    const { title, genre, nsfw, description, tags } = episode
    await catalog.publish(account, { title, genre, nsfw, description, tags: [...tags], videoId: uid })
  }

  async function fillEpisode(episode: DemoEpisode, signal: AbortSignal): Promise<void> {
    const step = await findEpisodeStep(db, episode.key)
    if (step?.is_done) return
    await untilNobodyWaits(signal)
    try {
      const account = await accountOf(episode.creator)
      if (account) {
        const uid = step?.video_uid ?? (await upload(account, episode))
        // Before the episode is there: whoever finds this row and no video knows that it was deleted.
        await recordUpload(db, episode.key, uid)
        await publish(account, episode, uid, signal)
        await recordDone(db, episode.key)
        return await untilPlayable(account, uid, signal)
      }
    } catch (error) {
      if (!isRefusal(error) || error.code === 'video.storage_full') throw error
      log.warn({ episode: episode.key, refused: error.code }, 'demo: an episode is left out')
    }
    await recordDone(db, episode.key)
  }

  /** What people upload themselves goes first. */
  async function untilNobodyWaits(signal: AbortSignal): Promise<void> {
    while (await video.hasWorkForOthers(await creatorUids(db))) await wait(LOOK_EVERY_MS, undefined, { signal })
  }

  /** One at a time: the next one must not stand in anybody's way. */
  async function untilPlayable(account: Account, uid: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const status = (await look(account, uid))?.status
      if (!status || status.state === 'error' || status.state === 'ready') return
      await wait(LOOK_EVERY_MS, undefined, { signal })
    }
  }

  return {
    /** @throws when `signal` says so, and for outages: trying again goes on where it stopped */
    async fill(signal: AbortSignal): Promise<void> {
      for (const episode of programme.episodes) {
        signal.throwIfAborted()
        await fillEpisode(episode, signal)
      }
      log.info({ episodes: programme.episodes.length }, 'demo: filled')
    },
  }
}
