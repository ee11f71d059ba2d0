import type { MouseEvent } from 'react'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { FIRST_REPLIES } from '#engagement/comments/comment.ts'
import { mayArrangeComments } from '#engagement/comments/comment-permissions.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { foldedReplies, hiddenReplies, OPEN_REPLIES } from './comment-list.ts'
import type { Discussion } from './discussion.ts'
import type { ShownComment } from './shown-comment.ts'

/** A comment with its replies, and the strip to answer on. */
export function CommentThread({ comment, discussion }: { comment: ShownComment; discussion: Discussion }) {
  const { actions, user, open, setOpen, path } = discussion
  const foldedAfter = (open: number) => foldedReplies(actions.list, comment, user?.uid ?? null, open)
  const [foldedOnPhones, folded] = [foldedAfter(OPEN_REPLIES.phone), foldedAfter(OPEN_REPLIES.wide)]
  const foldOf = (id: string) => (folded.has(id) ? 'everywhere' : foldedOnPhones.has(id) ? 'phone' : undefined)
  const isAnswered = open?.id === comment.id && open.mode === 'reply'
  return (
    <CommentItem comment={comment} discussion={discussion}>
      {comment.replies.length > 0 && (
        <ul className="comment-replies">
          {comment.replies.map((reply) => (
            <CommentItem key={reply.id} comment={reply} discussion={discussion} fold={foldOf(reply.id)} />
          ))}
        </ul>
      )}
      <MoreReplies
        comment={comment}
        discussion={discussion}
        folded={folded.size}
        foldedOnPhones={foldedOnPhones.size}
      />
      {isAnswered && (
        <div className="paper comment-strip">
          <CommentForm
            label="Your reply"
            placeholder="Write a reply..."
            action={path({ comment: comment.id, mode: 'reply' })}
            intent="reply"
            comment={comment.id}
            initialText={discussion.refusedTextOf('reply', comment.id) ?? ''}
            refused={discussion.refusalOf('reply', comment.id)}
            submitName="Reply"
            isFocused
            isShownAtOnce
            onSubmit={async (text) => {
              await actions.write(text, { parentId: comment.id, frame: null, onPicture: false })
              setOpen(null)
            }}
          >
            <a
              className="button button-text button-small"
              href={path({ comment: comment.id })}
              onClick={(event) => {
                event.preventDefault()
                setOpen(null)
              }}
            >
              Cancel
            </a>
          </CommentForm>
        </div>
      )}
    </CommentItem>
  )
}

interface MoreRepliesProps {
  comment: ShownComment
  discussion: Discussion
  /** Number of the replies that are loaded and folded. */
  folded: number
  foldedOnPhones: number
}

function MoreReplies({ comment, discussion, folded, foldedOnPhones }: MoreRepliesProps) {
  const { actions, episode, user, path } = discussion
  const unloaded = hiddenReplies(actions.list, comment)
  const [count, phoneCount] = [unloaded + folded, unloaded + foldedOnPhones]
  // The creator's hidden replies have no number.
  const isArranger = mayArrangeComments({ creatorId: episode.creatorId }, user)
  const mayHaveMore = isArranger && comment.replies.length >= FIRST_REPLIES && !actions.list.expanded.has(comment.id)
  const isForPhones = count === 0 && !mayHaveMore
  if (isForPhones && phoneCount === 0) return null
  const show = (event: MouseEvent) => {
    event.preventDefault()
    void actions.showReplies(comment.id)
  }
  return (
    <a
      className={`comment-action inline-row muted small comment-more ${isForPhones ? 'is-for-phones' : ''}`}
      href={path({ comment: comment.id, mode: 'replies' })}
      onClick={show}
    >
      <Icon name="down" />
      {phoneCount > count && <span className="comment-more-phone">{showMore(phoneCount)}</span>}
      <span className={phoneCount > count ? 'comment-more-wide' : undefined}>
        {count === 0 ? 'Show all replies' : showMore(count)}
      </span>
    </a>
  )
}

function showMore(count: number): string {
  return `Show ${formatCount(count)} more ${count === 1 ? 'reply' : 'replies'}`
}
