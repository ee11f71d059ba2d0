import { data } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { type PageVisitor, useVisitor } from '#app/frame/visitor.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import type { ApiVideo } from '#app/upload/api.ts'
import { plainUpload } from '#app/upload/plain-upload.server.ts'
import { SuccessPanel } from '#app/upload/success-panel.tsx'
import { UploadForm } from '#app/upload/upload-form.tsx'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { Video } from '#video/video.ts'
import type { Route } from './+types/upload'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Upload', 'Upload an episode of 10 minutes or shorter.')

export async function loader({ context, url }: Route.LoaderArgs) {
  // A session that ended since gets its sentence from the action, and keeps the form.
  if (context.get(visitContext).isSubmission) return { uploaded: null }
  const account = requireAccount({ context, url })
  // What an upload without scripts led to; it comes back here by a redirect.
  const uploaded = url.searchParams.get('uploaded')
  return { uploaded: uploaded === null ? null : await findUploaded(context, account, uploaded) }
}

/** Only a page whose scripts do not run posts here. */
export async function action({ request, context }: Route.ActionArgs) {
  const { answer, init } = await plainUpload(context, request)
  return data(answer, init)
}

async function findUploaded(context: Route.LoaderArgs['context'], account: Account, videoId: string) {
  const { video, catalog } = context.get(hoshiContext)
  try {
    const found = await video.get(account, videoId)
    const { episodes } = await catalog.byCreator(account.uid, account, {})
    const episode = episodes.find((own) => own.videoId === videoId)
    const sameAs = (await catalog.sameAs([videoId])).get(videoId) ?? null
    return { video: { ...shape(found), sameAs }, title: episode?.title ?? found.name, sizeBytes: found.sizeBytes }
  } catch (thrown) {
    if (isRefusal(thrown)) return null
    throw thrown
  }
}

function shape({ uid, status, durationSeconds, playback, sha256 }: Video): Omit<ApiVideo, 'sameAs'> {
  return { uid, status, durationSeconds, playback, sha256 }
}

/** Whose session ended while the form was filled in. */
const nobody: PageVisitor = { uid: '', email: '', role: 'viewer' }

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const visitor = useVisitor() ?? (actionData ? nobody : null)
  if (!visitor) return null
  const { uploaded } = loaderData
  return (
    <div className="wrap page upload">
      <h1 className="page-title">Upload</h1>
      {uploaded ? (
        <SuccessPanel
          accountUid={visitor.uid}
          videoId={uploaded.video.uid}
          title={uploaded.title}
          sizeBytes={uploaded.sizeBytes}
          first={uploaded.video}
        />
      ) : (
        <UploadForm visitor={visitor} earlier={actionData?.problem ?? null} kept={actionData?.words ?? null} />
      )}
    </div>
  )
}
