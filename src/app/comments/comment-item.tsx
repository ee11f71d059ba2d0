import type { ReactNode } from 'react'
import { reportPath } from '#app/report/report-path.ts'
import { useReport } from '#app/report/use-report.tsx'
import { ActionMenu, MenuForm, MenuLink } from '#app/ui/action-menu.tsx'
import { formatAge } from '#app/ui/age.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { mayArrangeComments, mayEditComment, mayRemoveComment } from '#engagement/comments/comment-permissions.ts'
import { CommentBody } from './comment-body.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentFrame } from './comment-frame.tsx'
import type { CommentMode } from './comments-url.ts'
import type { Discussion } from './discussion.ts'
import { authorName, type ShownComment } from './shown-comment.ts'

interface ItemProps {
  comment: ShownComment
  discussion: Discussion
  /** The screens on which this reply is shown only together with all replies. */
  fold?: 'phone' | 'everywhere' | undefined
  children?: ReactNode
}

/** A comment or a reply, with the actions that this person may take on it. */
export function CommentItem({ comment, discussion, fold, children }: ItemProps) {
  const { episode, user, open, setOpen, now, actions } = discussion
  const name = authorName(comment)
  const isArranger = mayArrangeComments({ creatorId: episode.creatorId }, user)
  const mode = open?.id === comment.id ? open.mode : null
  const isReply = comment.parentId !== null
  const isSaving = comment.storedText !== undefined
  const classes = [
    'comment',
    isReply && 'is-reply',
    fold && `is-folded-${fold}`,
    comment.pinned && 'is-pinned',
    isWithheld(comment) && 'is-withheld',
  ]
  if (comment.isPending) return <PendingItem comment={comment} discussion={discussion} />
  return (
    <li className={classes.filter(Boolean).join(' ')} id={`comment-${comment.id}`}>
      <Notice comment={comment} discussion={discussion} isArranger={isArranger} />
      <Avatar name={name} url={comment.author.avatarUrl} size="small" />
      <div className="comment-main">
        <p className="comment-by row cluster">
          {comment.author.username === '' ? <b>{name}</b> : <Link to={`/creator/${comment.author.uid}`}>{name}</Link>}
          {comment.byCreator && (
            <span className="made-by inline-row gap-1">
              <Icon name="edit" />
              Creator
            </span>
          )}
          {comment.frame !== null && (
            <CommentFrame frame={comment.frame} onPicture={comment.onPicture} frameRate={episode.frameRate} />
          )}
          <span className="muted small">
            <time dateTime={comment.createdAt}>{formatAge(new Date(comment.createdAt), new Date(now))}</time>
            {isSaving ? ' · saving…' : comment.editedAt && ' · edited'}
          </span>
        </p>
        {mode === 'edit' && (
          // Kept while the text is on its way: it comes back when it is refused.
          <div className="paper comment-strip" hidden={isSaving}>
            <CommentForm
              label="Your comment"
              action={discussion.path({ comment: comment.id })}
              intent="edit"
              comment={comment.id}
              initialText={discussion.refusedTextOf('edit', comment.id) ?? comment.storedText ?? comment.text}
              refused={discussion.refusalOf('edit', comment.id)}
              submitName="Save"
              isFocused
              onSubmit={async (text) => {
                await actions.edit(comment, text)
                setOpen(null)
              }}
            >
              <CancelLink comment={comment} discussion={discussion} />
            </CommentForm>
          </div>
        )}
        {(mode !== 'edit' || isSaving) && <CommentBody text={comment.text} durationSeconds={episode.durationSeconds} />}
        {mode !== 'edit' && <Actions comment={comment} discussion={discussion} />}
        {mode === 'delete' && <DeleteStep comment={comment} discussion={discussion} />}
        {children}
      </div>
      <Menu comment={comment} discussion={discussion} />
    </li>
  )
}

/** A comment of this person, until the server has answered. */
function PendingItem({ comment, discussion }: ItemProps) {
  const name = authorName(comment)
  return (
    <li className={`comment ${comment.parentId === null ? '' : 'is-reply'}`} aria-busy="true">
      <Avatar name={name} url={comment.author.avatarUrl} size="small" />
      <div className="comment-main">
        <p className="comment-by row cluster">
          <b>{name}</b>
          {comment.frame !== null && (
            <CommentFrame
              frame={comment.frame}
              onPicture={comment.onPicture}
              frameRate={discussion.episode.frameRate}
            />
          )}
          <span className="muted small">Sending…</span>
        </p>
        <CommentBody text={comment.text} durationSeconds={discussion.episode.durationSeconds} />
      </div>
    </li>
  )
}

function isWithheld({ hidden, held }: ShownComment): boolean {
  return hidden || held
}

function Notice({ comment, discussion, isArranger }: ItemProps & { isArranger: boolean }) {
  if (comment.pinned) {
    return (
      <p className="comment-notice row muted small">
        <span className="comment-pin">
          <Icon name="pin" />
        </span>
        Pinned by {discussion.episode.creatorName}
      </p>
    )
  }
  if (!isWithheld(comment)) return null
  const hidden = isArranger
    ? 'Hidden by you. Only you and the author can see it.'
    : 'Hidden by the creator. Only you and the creator can see it.'
  const held = isArranger
    ? 'Needs your approval because it contains links. Only you and the author can see it.'
    : 'Awaiting approval because it contains links. Only you and the creator can see it.'
  return (
    <p className="comment-notice row muted small">
      <Icon name="hide" />
      {comment.hidden ? hidden : held}
    </p>
  )
}

function Actions({ comment, discussion }: ItemProps) {
  const { episode, user, actions, open, setOpen, path, login } = discussion
  const isArranger = mayArrangeComments({ creatorId: episode.creatorId }, user)
  const threadId = comment.parentId ?? comment.id
  return (
    <div className="comment-actions row cluster gap-1">
      <form
        method="post"
        action={path({ comment: comment.id })}
        onSubmit={(event) => {
          event.preventDefault()
          if (user) void actions.like(comment)
          else login(comment.id)
        }}
      >
        <input type="hidden" name="intent" value={comment.liked ? 'unlike comment' : 'like comment'} />
        <input type="hidden" name="comment" value={comment.id} />
        <button
          type="submit"
          className="comment-action inline-row muted small figures"
          aria-pressed={comment.liked}
          aria-label={comment.likes > 0 ? `Like, ${formatCount(comment.likes)}` : 'Like'}
        >
          <Icon name={comment.liked ? 'heart-on' : 'heart'} />
          {comment.likes > 0 && formatCount(comment.likes)}
        </button>
      </form>
      {episode.takesComments && (
        <a
          className="comment-action inline-row muted small"
          href={path({ comment: threadId, mode: 'reply' })}
          aria-label={`Reply to ${authorName(comment)}`}
          onClick={(event) => {
            event.preventDefault()
            if (!user) return login(threadId)
            setOpen(open?.id === threadId && open.mode === 'reply' ? null : { id: threadId, mode: 'reply' })
          }}
        >
          <Icon name="reply" />
          Reply
        </a>
      )}
      {isArranger && isWithheld(comment) && (
        <form
          method="post"
          action={path({ comment: comment.id })}
          onSubmit={(event) => {
            event.preventDefault()
            void actions.mark(comment.id, 'hide', false)
          }}
        >
          <input type="hidden" name="intent" value="show" />
          <input type="hidden" name="comment" value={comment.id} />
          <button type="submit" className="comment-action inline-row muted small">
            <Icon name="eye" />
            {comment.held && !comment.hidden ? 'Approve' : 'Unhide'}
          </button>
        </form>
      )}
    </div>
  )
}

function Menu({ comment, discussion }: ItemProps) {
  const { episode, user, actions, setOpen, path } = discussion
  const facts = { authorUid: comment.author.uid, creatorId: episode.creatorId }
  const isOwn = mayEditComment(facts, user)
  const isArranger = mayArrangeComments(facts, user)
  const report = useReport()
  const here = path({ comment: comment.id })
  const openTo = (mode: CommentMode) => ({
    href: path({ comment: comment.id, mode }),
    onChoose: () => setOpen({ id: comment.id, mode }),
  })
  const form = (intent: string, onChoose: () => Promise<void>) => ({
    action: here,
    fields: { intent, comment: comment.id },
    onChoose: () => void onChoose(),
  })
  return (
    <>
      <ActionMenu name={`Options for the comment by ${authorName(comment)}`}>
        {isArranger && comment.parentId === null && !isWithheld(comment) && (
          <MenuForm
            icon="pin"
            name={comment.pinned ? 'Unpin' : 'Pin'}
            {...form(comment.pinned ? 'unpin' : 'pin', () => actions.mark(comment.id, 'pin', !comment.pinned))}
          />
        )}
        {isArranger && !comment.hidden && (
          <MenuForm icon="hide" name="Hide" {...form('hide', () => actions.mark(comment.id, 'hide', true))} />
        )}
        {isArranger && !isOwn && (
          <MenuForm
            icon="user"
            name="Block from Commenting"
            {...form('block', () => actions.block(comment.author.uid))}
          />
        )}
        {isOwn && <MenuLink icon="edit" name="Edit" {...openTo('edit')} />}
        <MenuLink
          icon="link"
          name="Copy Link"
          href={here}
          onChoose={() => void navigator.clipboard?.writeText(new URL(here, location.href).href)}
        />
        {!isOwn && (
          <MenuLink
            icon="flag"
            name="Report"
            href={reportPath({ kind: 'comment', id: comment.id })}
            onChoose={() => report.open({ kind: 'comment', id: comment.id })}
          />
        )}
        {mayRemoveComment(facts, user) && <MenuLink icon="trash" name="Delete" isDangerous {...openTo('delete')} />}
      </ActionMenu>
      {report.dialog}
    </>
  )
}

function DeleteStep({ comment, discussion }: ItemProps) {
  const { actions, setOpen, path } = discussion
  const replies =
    comment.replyCount > 0 ? ` and ${comment.replyCount === 1 ? 'its reply' : `its ${comment.replyCount} replies`}` : ''
  return (
    <form
      className="comment-delete row cluster"
      method="post"
      action={path({})}
      onSubmit={(event) => {
        event.preventDefault()
        setOpen(null)
        void actions.remove(comment.id)
      }}
    >
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="comment" value={comment.id} />
      <p>Delete this comment{replies}? This cannot be undone.</p>
      <CancelLink comment={comment} discussion={discussion} name="Keep Comment" />
      <button type="submit" className="button button-small button-danger">
        Delete
      </button>
    </form>
  )
}

function CancelLink({ comment, discussion, name = 'Cancel' }: ItemProps & { name?: string }) {
  return (
    <a
      className="button button-text button-small"
      href={discussion.path({ comment: comment.id })}
      onClick={(event) => {
        event.preventDefault()
        discussion.setOpen(null)
      }}
    >
      {name}
    </a>
  )
}
