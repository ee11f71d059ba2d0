import { callApi } from '#app/http/api-client.ts'
import type { CurrentUser } from '#app/http/current-user.ts'
import { findNoteStore } from '#app/notes/note-store.ts'
import {
  addComment,
  type CommentList,
  changeComment,
  markComment,
  removeComment,
  replaceComment,
  settleComment,
} from './comment-list.ts'
import { type CommentPlace, pendingComment, type ShownComment } from './shown-comment.ts'

export interface CommentChangeParts {
  episodeId: string
  user: CurrentUser | null
  list: CommentList
  setList(change: CommentList | ((before: CommentList) => CommentList)): void
  refreshTotal(): Promise<void>
  /** Shows the notice about an action that the list does not show. */
  setNotice(notice: string): void
  /** Runs a call whose refusal is shown above the list. */
  attempt(run: () => Promise<void>): Promise<void>
}

/** Changes to the comments of an episode: shown in the list, and stored by the API. */
export function commentChanges(parts: CommentChangeParts) {
  const { episodeId, user, list, setList, refreshTotal, setNotice, attempt } = parts
  return {
    /**
     * Shows the comment at once, and takes it back if it is refused.
     * @returns the comment as it is stored
     * @throws ApiProblem
     */
    async write(text: string, place: CommentPlace): Promise<ShownComment> {
      const pending = pendingComment(text, place, user)
      setList((before) => addComment(before, pending))
      try {
        const json = { text, ...place }
        const stored = await callApi('POST', '/episodes/:id/comments', { param: { id: episodeId }, json })
        setList((before) => settleComment(before, pending.id, stored))
        void refreshTotal()
        return stored
      } catch (thrown) {
        setList((before) => removeComment(before, pending.id))
        throw thrown
      }
    },
    /**
     * Shows the text at once, and the old one again if it is refused.
     * @throws ApiProblem
     */
    async edit({ id, text: storedText }: ShownComment, text: string) {
      setList((before) => changeComment(before, id, (each) => ({ ...each, text, storedText })))
      try {
        const edited = await callApi('PATCH', '/comments/:id', { param: { id }, json: { text } })
        setList((before) => replaceComment(before, edited))
        findNoteStore(episodeId)?.update(edited)
      } catch (thrown) {
        setList((before) => changeComment(before, id, ({ storedText: _, ...each }) => ({ ...each, text: storedText })))
        throw thrown
      }
      void refreshTotal()
    },
    remove: (id: string) =>
      attempt(async () => {
        const shown = list
        setList((before) => removeComment(before, id))
        try {
          await callApi('DELETE', '/comments/:id', { param: { id } })
          findNoteStore(episodeId)?.drop(id)
        } catch (thrown) {
          setList(shown)
          throw thrown
        }
        await refreshTotal()
      }),
    like: (comment: ShownComment) =>
      attempt(async () => {
        const setLike = (liked: boolean, likes: number) =>
          setList((before) => changeComment(before, comment.id, (each) => ({ ...each, liked, likes })))
        const wanted = !comment.liked
        setLike(wanted, comment.likes + (wanted ? 1 : -1))
        try {
          const param = { id: comment.id }
          const { liked, likes } = await callApi(wanted ? 'PUT' : 'DELETE', '/comments/:id/like', { param })
          setLike(liked, likes)
        } catch (thrown) {
          setLike(comment.liked, comment.likes)
          throw thrown
        }
      }),
    /** Sets or removes a mark of the episode's creator: at once, and back if it is refused. */
    mark: (id: string, mark: 'pin' | 'hide', isSet: boolean) =>
      attempt(async () => {
        const shown = list
        setList((before) => markComment(before, id, mark, isSet))
        try {
          const changed = await callApi(isSet ? 'PUT' : 'DELETE', `/comments/:id/${mark}`, { param: { id } })
          setList((before) => replaceComment(before, changed))
          findNoteStore(episodeId)?.update(changed)
        } catch (thrown) {
          setList(shown)
          throw thrown
        }
        await refreshTotal()
      }),
    block: (uid: string) =>
      attempt(async () => {
        await callApi('PUT', '/creators/:uid/block', { param: { uid } })
        setNotice('This account can no longer comment on your episodes.')
      }),
  }
}
