import { data } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { type CurrentUser, useCurrentUser } from '#app/http/current-user.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { placeText } from '#app/messages/uploads.ts'
import { handleNoScriptUpload } from '#app/upload/no-script-upload.server.ts'
import { SuccessPanel } from '#app/upload/success-panel.tsx'
import { UploadForm } from '#app/upload/upload-form.tsx'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { Route } from './+types/upload'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Upload', 'Upload an episode of 10 minutes or shorter.')

export async function loader({ context, url }: Route.LoaderArgs) {
  // If the session has ended, the action returns the message and the form keeps its values.
  if (context.get(pageRequestContext).isSubmission) return { uploaded: null }
  const account = requireAccount({ context, url })
  // Set by an upload without scripts, which redirects here.
  const uploaded = url.searchParams.get('uploaded')
  return { uploaded: uploaded === null ? null : await findUploaded(context, account, uploaded) }
}

/** Handles forms of pages whose scripts do not run. */
export async function action({ request, context }: Route.ActionArgs) {
  const { failure, init } = await handleNoScriptUpload(context, request)
  return data(failure, init)
}

async function findUploaded(context: Route.LoaderArgs['context'], account: Account, videoId: string) {
  const { video, catalog } = context.get(hoshiContext)
  try {
    const found = await video.get(account, videoId)
    const { episodes } = await catalog.byCreator(account.uid, account, {})
    const episode = episodes.find((own) => own.videoId === videoId)
    const sameAs = (await catalog.sameAs([videoId])).get(videoId) ?? null
    const { status, playback, sizeBytes } = found
    const saved = { status, poster: playback.poster, sameAs }
    const place = episode ? placeText(episode) : ''
    const episodeId = episode?.id ?? null
    return { videoId, episodeId, video: saved, title: episode?.title ?? found.name, place, sizeBytes }
  } catch (thrown) {
    if (isRefusal(thrown)) return null
    throw thrown
  }
}

/** A visitor whose session ended while the form was open. */
const anonymousUser: CurrentUser = {
  uid: '',
  email: '',
  role: 'viewer',
  isCreator: false,
  opensConsole: false,
  name: '',
  avatarUrl: '',
  suspension: null,
}

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const user = useCurrentUser() ?? (actionData ? anonymousUser : null)
  if (!user) return null
  const { uploaded } = loaderData
  return (
    <div className="wrap page upload">
      <h1>Upload</h1>
      {uploaded ? (
        <SuccessPanel
          accountUid={user.uid}
          videoId={uploaded.videoId}
          episodeId={uploaded.episodeId}
          title={uploaded.title}
          place={uploaded.place}
          frameUrl={null}
          sizeBytes={uploaded.sizeBytes}
          initial={uploaded.video}
        />
      ) : (
        <UploadForm
          user={user}
          initialProblem={actionData?.problem ?? null}
          initialValues={actionData?.values ?? null}
        />
      )}
    </div>
  )
}
