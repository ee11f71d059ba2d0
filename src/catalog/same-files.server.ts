import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import type { EarlierVideo } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { SameFile } from './episode.ts'
import { titlesOn } from './episodes-by-id.server.ts'

/** Finds files that were uploaded before, with the episodes on them. For owners only. */
export interface SameFiles {
  /** The earlier file that each of these videos duplicates, by video id; absent if there is none. */
  sameAs(videoIds: string[]): Promise<Map<string, SameFile>>
  /** The account's earlier file of this name and size, which is most likely the same; null if there is none. */
  findLikeFile(account: Account, file: { name: string; sizeBytes: number }): Promise<SameFile | null>
}

export interface SameFilesParts {
  db: Db
  video: Pick<VideoHost, 'findDuplicates' | 'findLikelyDuplicate'>
}

export function createSameFiles({ db, video }: SameFilesParts): SameFiles {
  /** Each file with the episode on it, by video id. */
  async function withEpisodes(files: EarlierVideo[]): Promise<Map<string, SameFile>> {
    const titles = await titlesOn(
      db,
      files.map((file) => file.uid),
    )
    return new Map(files.map(({ uid, name }) => [uid, { videoId: uid, name, ...titles.get(uid) }]))
  }

  return {
    async sameAs(videoIds) {
      const earlier = await video.findDuplicates(videoIds)
      const named = await withEpisodes([...earlier.values()])
      return new Map([...earlier].map(([uid, file]) => [uid, named.get(file.uid)!]))
    },

    async findLikeFile(account, file) {
      const duplicate = await video.findLikelyDuplicate(account, file)
      return duplicate && (await withEpisodes([duplicate])).get(duplicate.uid)!
    },
  }
}
