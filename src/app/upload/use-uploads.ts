import { useEffect, useReducer, useRef, useState } from 'react'
import type { CurrentUser } from '#app/http/current-user.ts'
import { assignFile, chooseFiles, resumePage } from './choose-files.ts'
import { cancelUpload, removeFromPage, submitUploads } from './send-uploads.ts'
import { newItem, type UploadList, uploadListReducer } from './upload-list.ts'
import { createSharedParts, type UploadPage } from './upload-page.ts'
import type { UploadProblem } from './upload-state.ts'

export type Uploads = ReturnType<typeof useUploads>

/** State and actions of the upload page, once scripts run. Each form element holds its values; this hook holds the rest. */
export function useUploads(user: CurrentUser) {
  const [list, dispatch] = useReducer(
    uploadListReducer,
    null,
    (): UploadList => ({ items: [newItem('1')], isQueue: false }),
  )
  /** A problem that all uploads share. */
  const [problem, setProblem] = useState<UploadProblem | null>(null)
  const latest = useRef(list)
  latest.current = list
  const [shared] = useState(createSharedParts)
  const page: UploadPage = { ...shared, user, latestList: () => latest.current, dispatch }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on hydration
  useEffect(() => {
    resumePage(page)
    // Leaving the page stops sending; choosing the same files again resumes it.
    return () => {
      for (const { controller } of shared.running.values()) controller?.abort(new Error('page left'))
    }
  }, [user.uid])

  const formRefFor = (id: string) => (form: HTMLFormElement | null) => {
    if (form) shared.forms.set(id, form)
    else shared.forms.delete(id)
  }

  return {
    list,
    problem,
    formRefFor,
    choose: (files: File[]) => chooseFiles(page, files),
    assignFile: (id: string, chosen: File) => assignFile(page, id, chosen),
    /** The title is what somebody typed from now on. */
    keepTitle: (id: string) => dispatch({ type: 'changed', id, to: { proposedTitle: '' } }),
    submit: () => submitUploads(page, setProblem),
    cancel: (id: string) => cancelUpload(page, id),
    remove: (id: string) => removeFromPage(page, id),
  }
}
