import type { Db, Trx } from '#platform/database.server.ts'
import type { Audience } from './audience.ts'
import { type AudienceRow, lockEpisodesAgainstRemoval } from './episode-rows.server.ts'
import { audienceRowsOf } from './episodes-by-id.server.ts'

/** The creator of an episode, and its present audience. */
export interface EpisodeAudience {
  creatorId: string
  audience: Audience
}

/** The facts that decide who may find given episodes, for rooms that refer to them. */
export interface EpisodeAudiences {
  /** The facts by episode id; unknown ids are absent. */
  audiencesOf(ids: string[]): Promise<Map<string, EpisodeAudience>>
  /** Locks the episodes against removal until the commit, in id order. @returns the facts by episode id */
  lockAgainstRemoval(trx: Trx, ids: string[]): Promise<Map<string, EpisodeAudience>>
}

export function createEpisodeAudiences(db: Db): EpisodeAudiences {
  return {
    audiencesOf: async (ids) => byId(await audienceRowsOf(db, ids)),
    lockAgainstRemoval: async (trx, ids) => byId(await lockEpisodesAgainstRemoval(trx, ids)),
  }
}

function byId(rows: AudienceRow[]): Map<string, EpisodeAudience> {
  return new Map(rows.map(({ id, creator_id, audience }) => [id, { creatorId: creator_id, audience }]))
}
