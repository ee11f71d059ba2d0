import { memo } from 'react'
import type { CurrentUser } from '#app/http/current-user.ts'
import { type FrameTimes, formatFrames } from '#app/playback/frame-times.ts'
import { playFrom } from '#app/playback/watch-video.ts'
import { ActionMenu, MenuButton } from '#app/ui/action-menu.tsx'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { mayArrangeComments, mayRemoveComment } from '#engagement/comments/comment-permissions.ts'
import type { SubjectName } from '#moderation/report.ts'
import type { NoteAction } from './note-action.ts'
import type { ShownNote } from './note-store.ts'

interface NoteRowProps {
  note: ShownNote
  times: FrameTimes
  episodeId: string
  isCurrent: boolean
  user: CurrentUser | null
  creatorUid: string
  act(action: NoteAction): void
  /** Opens the dialog. */
  report(subject: SubjectName): void
}

/** One note, drawn again only when it changes: its time, text and author, and the actions open to this viewer. */
export const NoteRow = memo(function NoteRow({
  note,
  times,
  episodeId,
  isCurrent,
  user,
  creatorUid,
  act,
  report,
}: NoteRowProps) {
  const seconds = times.middleOf(note.frame)
  const { second, frames } = times.clockOf(note.frame)
  const time = formatTime(second)
  const { username, uid } = note.author
  const state = note.held ? 'Needs your approval' : 'Hidden'
  return (
    <li className="note-row" aria-current={isCurrent || undefined}>
      <a
        className="note-time figures"
        href={`/watch/${episodeId}?t=${Number(seconds.toFixed(3))}`}
        title={`${time} ${formatFrames(frames)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          playFrom(seconds)
        }}
      >
        {time}
      </a>
      <div className="note-words-of">
        <p className="note-text">
          <bdi>{note.text}</bdi>
        </p>
        <p className="note-facts cluster muted small">
          {note.pinned && (
            <span className="note-mark inline-row gap-1">
              <Icon name="pin" />
              Pinned
            </span>
          )}
          {username && (
            <Link to={`/creator/${uid}`}>
              <bdi>{username}</bdi>
            </Link>
          )}
          {(note.hidden || note.held) && (
            <span className="note-mark inline-row gap-1">
              <Icon name="hide" />
              {note.held && uid === user?.uid ? 'Awaiting approval' : state}
            </span>
          )}
        </p>
      </div>
      <Actions
        name={`${time} ${note.text}`}
        note={note}
        user={user}
        creatorUid={creatorUid}
        act={act}
        report={report}
      />
    </li>
  )
})

interface ActionsProps extends Pick<NoteRowProps, 'note' | 'user' | 'creatorUid' | 'act' | 'report'> {
  name: string
}

function Actions({ note, name, user, creatorUid, act, report }: ActionsProps) {
  const { id, author, pinned, hidden, held } = note
  const isCreator = mayArrangeComments({ creatorId: creatorUid }, user)
  const mark = (kind: 'pin' | 'hide', isSet: boolean) => () =>
    act(async (store) => {
      await store.mark(id, kind, isSet)
      return null
    })
  const remove = () =>
    act(async (store) => {
      await store.remove(id)
      return { text: 'Note deleted.' }
    })
  return (
    <ActionMenu name={`Actions for the note at ${name}`}>
      {isCreator && held && <MenuButton icon="check" name="Approve" onChoose={mark('hide', false)} />}
      {isCreator && !hidden && !held && (
        <MenuButton icon="pin" name={pinned ? 'Unpin' : 'Pin'} onChoose={mark('pin', !pinned)} />
      )}
      {isCreator && <MenuButton icon="hide" name={hidden ? 'Unhide' : 'Hide'} onChoose={mark('hide', !hidden)} />}
      {author.uid !== user?.uid && (
        <MenuButton icon="flag" name="Report" onChoose={() => report({ kind: 'note', id })} />
      )}
      {user && author.uid !== user.uid && (
        <MenuButton
          icon="mute"
          name={`Mute ${author.username || 'this account'}`}
          onChoose={() => act(muting(author.uid))}
        />
      )}
      {mayRemoveComment({ authorUid: author.uid, creatorId: creatorUid }, user) && (
        <MenuButton icon="trash" name="Delete" isDangerous onChoose={remove} />
      )}
    </ActionMenu>
  )
}

function muting(uid: string): NoteAction {
  return async (store) => {
    await store.mute(uid, true)
    return {
      text: 'Account muted. Its notes are hidden for you.',
      undo: {
        name: 'Undo',
        act: async () => {
          await store.mute(uid, false)
          return null
        },
      },
    }
  }
}
