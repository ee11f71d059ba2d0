import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#app/http/current-user.ts'
import { loginPath } from '#app/http/login-path.ts'
import type { Refused } from '#app/http/refused.server.ts'
import { COMMENTS_CLOSED_EVERYWHERE } from '#app/messages/failures.ts'
import type { NoteOptions } from '#app/notes/note-options.ts'
import type { FrameRate } from '#app/playback/frame-times.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { formatCount } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import { Spinner } from '#app/ui/loading.tsx'
import type { CommentSort } from '#engagement/comments/comment.ts'
import { mayArrangeComments } from '#engagement/comments/comment-permissions.ts'
import { CommentThread } from './comment-thread.tsx'
import { commentsPath } from './comments-url.ts'
import { Composer } from './composer.tsx'
import type { Discussion } from './discussion.ts'
import type { LoadedDiscussion } from './load-discussion.server.ts'
import { useComments, useLiveCount } from './use-comments.ts'

/** The page's answer to a refused form without scripts. */
export interface RefusedForm {
  refused: Refused
  values: { intent: string; text: string; comment: string }
}

interface CommentsSectionProps {
  /** The part of a watch page's data that its comments need. */
  data: {
    episode: { id: string; commentsOpen: boolean }
    playback: { durationSeconds: number | null }
    study: { frameRate: FrameRate | null }
    creator: { uid: string; name: string }
    discussion: LoadedDiscussion
  }
  answer: RefusedForm | null
  /** Null where no film is shown that a comment could belong to a frame of. */
  notes: NoteOptions | null
  /** Called with the number of comments whenever it changes; stays the same. */
  onTotal(total: number): void
}

const sorts: { sort: CommentSort; name: string }[] = [
  { sort: 'top', name: 'Top' },
  { sort: 'newest', name: 'Newest' },
]

/** The comments on the episode. Everything in it is a link or a form, which scripts then handle in place. */
export function CommentsSection({ data, answer, notes, onTotal }: CommentsSectionProps) {
  const { episode, playback, study, creator, discussion: loaded } = data
  const user = useCurrentUser()
  const actions = useComments(episode.id, loaded, user)
  const [open, setOpen] = useState<Discussion['open']>(answeredForm(answer) ?? loaded.open)
  const section = useRef<HTMLElement>(null)
  useLiveCount(section, actions.refreshTotal)
  const { list, sort } = actions
  useEffect(() => onTotal(list.total), [onTotal, list.total])
  const takesComments = episode.commentsOpen && !loaded.isClosedEverywhere
  const path: Discussion['path'] = (place) => commentsPath(episode.id, { sort, ...place })
  const isAnswerTo = (intent: string, comment = '') =>
    answer?.values.intent === intent && answer.values.comment === comment ? answer : null
  const discussion: Discussion = {
    episode: {
      id: episode.id,
      creatorId: creator.uid,
      creatorName: creator.name,
      commentsOpen: episode.commentsOpen,
      takesComments,
      durationSeconds: playback.durationSeconds,
      frameRate: study.frameRate,
    },
    notes,
    user,
    actions,
    open,
    setOpen,
    path,
    now: loaded.now,
    login: (comment) => location.assign(loginPath(path({ comment: comment ?? null }), currentSeconds())),
    refusalOf: (intent, comment) => isAnswerTo(intent, comment)?.refused.message ?? null,
    refusedTextOf: (intent, comment) => isAnswerTo(intent, comment)?.values.text ?? null,
  }
  return (
    <section className="comments" id="comments" aria-labelledby="comments-title" ref={section}>
      <div className="comments-head row cluster gap-3 spread">
        <h2 id="comments-title">
          Comments{' '}
          <span className="figures" aria-live="polite">
            {formatCount(list.total)}
          </span>
        </h2>
        <SortLinks discussion={discussion} />
      </div>
      <OpenSwitch discussion={discussion} />
      <WritingPlace discussion={discussion} />
      {(actions.refusal ?? generalRefusal(answer)) && (
        <p className="message" role="alert">
          {actions.refusal ?? generalRefusal(answer)}
        </p>
      )}
      {actions.notice && (
        <p className="message message-good" role="status">
          {actions.notice}
        </p>
      )}
      {list.comments.length === 0 ? (
        <p className="comments-none">No comments yet.{takesComments && ' Be the first to comment.'}</p>
      ) : (
        <ol className="comment-list">
          {list.comments.map((comment) => (
            <CommentThread key={comment.id} comment={comment} discussion={discussion} />
          ))}
        </ol>
      )}
      <LoadMore discussion={discussion} />
    </section>
  )
}

const intentsInPlace = ['edit', 'reply'] as const

/** A refused form without scripts is open again. */
function answeredForm(answer: RefusedForm | null) {
  const mode = intentsInPlace.find((intent) => intent === answer?.values.intent)
  return answer && mode ? { id: answer.values.comment, mode } : null
}

/** A refusal that belongs to no field. */
function generalRefusal(answer: RefusedForm | null): string | null {
  const shownElsewhere = ['write', 'like', 'unlike', ...intentsInPlace]
  return answer && !shownElsewhere.includes(answer.values.intent) ? answer.refused.message : null
}

function SortLinks({ discussion }: { discussion: Discussion }) {
  const { episode, actions } = discussion
  return (
    <nav className="comment-sorts" aria-label="Sort comments">
      {sorts.map(({ sort, name }) => (
        <a
          key={sort}
          href={commentsPath(episode.id, { sort })}
          aria-current={actions.sort === sort ? 'true' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            void actions.sortBy(sort)
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

/** The place to write in, or the reason why there is none. */
function WritingPlace({ discussion }: { discussion: Discussion }) {
  const { episode, user, refusedTextOf } = discussion
  if (!episode.takesComments)
    return <p className="comments-none">{episode.commentsOpen ? COMMENTS_CLOSED_EVERYWHERE : 'Comments are closed.'}</p>
  // A text that was sent without scripts after the session had ended.
  const isRefused = refusedTextOf('write') !== null
  return user || isRefused ? <Composer discussion={discussion} /> : <SignedOut discussion={discussion} />
}

function SignedOut({ discussion }: { discussion: Discussion }) {
  const { actions, path, login } = discussion
  const comeBack = (event: MouseEvent) => {
    event.preventDefault()
    login()
  }
  return (
    <div className="panel comments-invitation row cluster spread">
      <p>
        <b>{actions.list.total === 0 ? 'Start the conversation.' : 'Join the conversation.'}</b>{' '}
        <span className="muted">Log in to like and comment. You will return to this moment.</span>
      </p>
      <div className="comments-entry">
        <a className="button button-solid button-small" href={loginPath(path({}))} onClick={comeBack}>
          Log In
        </a>
        <Link className="button button-small" to="/signup">
          Sign Up
        </Link>
      </div>
    </div>
  )
}

/** Lets the episode's creator open or close its comments. */
function OpenSwitch({ discussion }: { discussion: Discussion }) {
  const { episode, user, path } = discussion
  if (!mayArrangeComments({ creatorId: episode.creatorId }, user)) return null
  return (
    <form className="comments-switch" method="post" action={path({})}>
      <input type="hidden" name="intent" value={episode.commentsOpen ? 'close comments' : 'open comments'} />
      <button type="submit" className="button button-text button-small">
        {episode.commentsOpen ? 'Turn Off Comments' : 'Turn On Comments'}
      </button>
    </form>
  )
}

function LoadMore({ discussion }: { discussion: Discussion }) {
  const { actions, path } = discussion
  const { nextCursor } = actions.list
  if (nextCursor === null) return null
  return (
    <p className="load-more">
      <a
        className="button"
        href={path({ cursor: nextCursor })}
        aria-busy={actions.isLoading}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void actions.loadMore()
        }}
      >
        {actions.isLoading && <Spinner />}
        Load More Comments
      </a>
    </p>
  )
}
