import { type ItemKind, itemKinds } from '#moderation/item.ts'

/** The part of the queue's URL that names its filters, page and open item, so that everything works without scripts. */
export interface QueueView {
  kind: ItemKind | null
  isMine: boolean
  isNewestFirst: boolean
  /** The item that is open; null for the first of the list. */
  item: string | null
  cursor: string | null
}

export const queuePath = '/admin/queue'

export function readQueueView(params: URLSearchParams): QueueView {
  return {
    kind: itemKinds.find((kind) => kind === params.get('kind')) ?? null,
    isMine: params.has('mine'),
    isNewestFirst: params.get('order') === 'newest',
    item: params.get('item'),
    cursor: params.get('cursor'),
  }
}

/**
 * @param view filters that it does not name are off
 * @param done the decision that was just made
 */
export function queueUrl(
  { kind, isMine, isNewestFirst, item, cursor }: Partial<QueueView>,
  done: string | null = null,
): string {
  const params = new URLSearchParams()
  if (kind) params.set('kind', kind)
  if (isMine) params.set('mine', '')
  if (isNewestFirst) params.set('order', 'newest')
  if (cursor) params.set('cursor', cursor)
  if (item) params.set('item', item)
  if (done) params.set('done', done)
  return params.size > 0 ? `${queuePath}?${params}` : queuePath
}
