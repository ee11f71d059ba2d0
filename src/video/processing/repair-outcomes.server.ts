import { removeAv1Set } from '../av1-rows.server.ts'
import { removePlans } from '../chunk-rows.server.ts'
import { glimpsesJob, measureJob, posterJob } from '../video-jobs.ts'
import { removeRenditions, turnsOf, type VideoRow } from '../video-rows.server.ts'
import type { Listing } from './listing.server.ts'
import type { ChangeVideo, OutcomeParts } from './video-outcomes.server.ts'

interface RepairOutcomeParts extends Pick<OutcomeParts, 'jobs'> {
  listing: Listing
  change: ChangeVideo
}

/** What becomes of a video whose files are not what its rows say. Each is null when there is nothing (more) to repair. */
export function createRepairOutcomes({ jobs, listing, change }: RepairOutcomeParts) {
  const isReceived = ({ state }: VideoRow) => state !== 'pendingupload' && state !== 'error'

  return {
    /** It is made anew from its original, and hidden until it plays again. */
    madeAnew: (uid: string) =>
      change(uid, async (trx, row) => {
        if (!isReceived(row)) return null
        await removePlans(trx, uid)
        await removeRenditions(trx, uid)
        await removeAv1Set(trx, uid)
        await jobs.enqueueInTurn(trx, measureJob, [{ uid }], turnsOf(row))
        return { ...(await listing.withdraw(trx, row)), state: 'queued', step: 'Received', percent_complete: 0 }
      }),

    /** Neither can it be played nor made anew: it says so to its creator. */
    lost: (uid: string) =>
      change(uid, async (trx, row) => {
        if (!isReceived(row)) return null
        await removePlans(trx, uid)
        await removeRenditions(trx, uid)
        await removeAv1Set(trx, uid)
        const end = { state: 'error' as const, reason_code: 'processing_failed' as const, step: '' }
        return { ...(await listing.withdraw(trx, row)), ...end }
      }),

    /** Its AV1 set goes, as if nobody had asked for one. */
    av1Lost: (uid: string) =>
      change(uid, async (trx, row) => {
        await removePlans(trx, uid, 'av1')
        await removeAv1Set(trx, uid)
        return row.state === 'ready' && row.master_name !== null ? await listing.point(trx, row, []) : {}
      }),

    /** It gets a new master playlist, of what there is. */
    relisted: (uid: string) =>
      change(uid, async (trx, row) => (row.state === 'ready' ? await listing.point(trx, row, []) : null)),

    /** It goes without these pictures until they are made again; those that somebody chose are gone. */
    picturesLost: (uid: string, names: string[]) =>
      change(uid, async (trx, row) => {
        const isLost = (name: string | null) => name !== null && names.includes(name)
        const { poster_name, chosen_poster_name, preview_name, storyboard_name } = row
        if (isLost(poster_name)) await jobs.enqueue(trx, posterJob, { uid })
        const areGlimpsesLost = names.some((name) => /^(preview|storyboard)-/.test(name))
        if (areGlimpsesLost) await jobs.enqueue(trx, glimpsesJob, { uid })
        return {
          poster_name: isLost(poster_name) ? null : poster_name,
          chosen_poster_name: isLost(chosen_poster_name) ? null : chosen_poster_name,
          preview_name: areGlimpsesLost ? null : preview_name,
          storyboard_name: areGlimpsesLost ? null : storyboard_name,
        }
      }),
  }
}
