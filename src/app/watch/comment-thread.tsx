import type { MouseEvent } from 'react'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { FIRST_REPLIES } from '#engagement/comments/comment.ts'
import { mayArrangeComments } from '#engagement/comments/comment-permissions.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { hiddenReplies } from './comment-list.ts'
import type { Discussion } from './discussion.ts'
import type { ShownComment } from './shown-comment.ts'

/** A comment with its replies, and the strip to answer on. */
export function CommentThread({ comment, discussion }: { comment: ShownComment; discussion: Discussion }) {
  const { actions, open, setOpen, path } = discussion
  const isAnswered = open?.id === comment.id && open.mode === 'reply'
  return (
    <CommentItem comment={comment} discussion={discussion}>
      {comment.replies.length > 0 && (
        <ul className="comment-replies">
          {comment.replies.map((reply) => (
            <CommentItem key={reply.id} comment={reply} discussion={discussion} />
          ))}
        </ul>
      )}
      <MoreReplies comment={comment} discussion={discussion} />
      {isAnswered && (
        <div className="paper comment-strip">
          <CommentForm
            label="Your reply"
            placeholder="What do you answer?"
            action={path({ comment: comment.id, mode: 'reply' })}
            intent="reply"
            comment={comment.id}
            initialText={discussion.refusedTextOf('reply', comment.id) ?? ''}
            refused={discussion.refusalOf('reply', comment.id)}
            submitName="Reply"
            isFocused
            isShownAtOnce
            onSubmit={async (text) => {
              await actions.write(text, comment.id)
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

function MoreReplies({ comment, discussion }: { comment: ShownComment; discussion: Discussion }) {
  const { actions, episode, user, path } = discussion
  const count = hiddenReplies(actions.list, comment)
  // The creator's hidden replies have no number.
  const isArranger = mayArrangeComments({ creatorId: episode.creatorId }, user)
  const mayHaveMore = isArranger && comment.replies.length >= FIRST_REPLIES && !actions.list.expanded.has(comment.id)
  if (count === 0 && !mayHaveMore) return null
  const show = (event: MouseEvent) => {
    event.preventDefault()
    void actions.showReplies(comment.id)
  }
  return (
    <a className="comment-action comment-more" href={path({ comment: comment.id, mode: 'replies' })} onClick={show}>
      <Icon name="down" />
      {count === 0 ? 'Show all replies' : `Show ${formatCount(count)} more ${count === 1 ? 'reply' : 'replies'}`}
    </a>
  )
}
