import { hoshiContext } from '#app/context.ts'
import { useVisitor } from '#app/frame/visitor.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import { messageFor } from '#app/messages.ts'
import type { ApiVideo } from '#app/upload/api.ts'
import { SuccessPanel } from '#app/upload/success-panel.tsx'
import { UploadForm } from '#app/upload/upload-form.tsx'
import { type Problem, uploadFailed } from '#app/upload/upload-state.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { Video } from '#video/video.ts'
import type { Route } from './+types/upload'

export const meta: Route.MetaFunction = () => head('Upload', 'Upload an episode of 10 minutes or shorter.')

export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireAccount(context, request)
  const { searchParams } = new URL(request.url)
  const uploaded = searchParams.get('uploaded')
  const failed = searchParams.get('failed')
  return {
    // What an upload without scripts led to; it comes back here by a redirect.
    uploaded: uploaded === null ? null : await findUploaded(context, account, uploaded),
    earlier: failed === null ? null : problemOfCode(failed),
  }
}

async function findUploaded(context: Route.LoaderArgs['context'], account: Account, videoId: string) {
  const { video, catalog } = context.get(hoshiContext)
  try {
    const found = await video.get(account, videoId)
    const { episodes } = await catalog.byCreator(account.uid, account, {})
    const episode = episodes.find((own) => own.videoId === videoId)
    return { video: shape(found), title: episode?.title ?? found.name, sizeBytes: found.sizeBytes }
  } catch (thrown) {
    if (isRefusal(thrown)) return null
    throw thrown
  }
}

function shape({ uid, status, durationSeconds, playback }: Video): ApiVideo {
  return { uid, status, durationSeconds, playback }
}

// These say it all; every other code is a failed upload with its reason beneath.
const wholeSentences = [
  'identity.sign_in_required',
  'video.creators_only',
  'catalog.creators_only',
  'catalog.title_required',
  'catalog.genre_required',
  'video.file_missing',
]

function problemOfCode(code: string): Problem {
  const sentence = messageFor(code)
  if (sentence !== null && wholeSentences.includes(code)) return { sentence, detail: null, at: 'submit' }
  return uploadFailed(sentence)
}

export default function Upload({ loaderData }: Route.ComponentProps) {
  const visitor = useVisitor()
  if (!visitor) return null
  const { uploaded, earlier } = loaderData
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
        <UploadForm visitor={visitor} earlier={earlier} />
      )}
    </div>
  )
}
