import { isTooLong, isVideoFile } from '#video/video.ts'
import { findSimilarFile } from './api.ts'
import { readDuration } from './read-duration.ts'
import { readFirstFrame } from './read-first-frame.ts'
import { readFrameRate } from './read-frame-rate.ts'
import { type EpisodeValues, fileIdentityOf, findUpload, findUploads, isSameFile } from './saved-uploads.ts'
import { titleFromName } from './title-from-name.ts'
import { emptyValues, matchFiles, newItem } from './upload-list.ts'
import { clearFile, dispatchTo, itemOf, nextItemId, readValues, runningFor, type UploadPage } from './upload-page.ts'
import { problemFor, tooLong } from './upload-state.ts'

/** Offers the uploads that an earlier page left unfinished, and accepts a file chosen before hydration. */
export function resumePage(page: UploadPage): void {
  const unfinished = findUploads(page.user.uid)
  const [single] = page.latestList().items
  if (unfinished.length > 1) {
    const items = unfinished.map((each) =>
      newItem(nextItemId(page), { fileName: each.name, values: each.values, unfinished: each }),
    )
    page.dispatch({ type: 'queue opened', items })
  } else if (single) {
    page.dispatch({ type: 'changed', id: single.id, to: { unfinished: unfinished[0] ?? null } })
    // A file chosen before hydration fired no handler.
    const input = page.forms.get(single.id)?.elements.namedItem('file')
    if (input instanceof HTMLInputElement && input.files) chooseFiles(page, [...input.files])
  }
}

/** Accepts chosen or dropped files: one for the single form, or several for a queue. */
export function chooseFiles(page: UploadPage, files: File[]): void {
  const { items, isQueue } = page.latestList()
  const [single] = items
  const [file] = files
  if (!file) return
  if (!isQueue && single && files.length === 1) {
    assignFile(page, single.id, file)
    return
  }
  const matched = matchFiles(isQueue ? files.filter((chosen) => !isListed(page, chosen)) : files, items)
  const typedValues = isQueue || !single ? emptyValues : readValues(page, single.id, single.values)
  const assignments = matched.map(({ file: chosen, item: existing }, index) => {
    const values = valuesFor(chosen, typedValues, index === 0)
    const item = existing ?? newItem(nextItemId(page), { fileName: chosen.name, values })
    return { chosen, item: isQueue ? item : { ...item, values }, isNew: existing === null }
  })
  const newItems = assignments.filter(({ isNew }) => isNew).map(({ item }) => item)
  if (isQueue) page.dispatch({ type: 'added', items: newItems })
  else page.dispatch({ type: 'queue opened', items: assignments.map(({ item }) => item) })
  for (const { item, chosen } of assignments) assignFile(page, item.id, chosen)
}

function isListed({ running }: UploadPage, chosen: File): boolean {
  return [...running.values()].some(({ file }) => file && isSameFile(fileIdentityOf(file), fileIdentityOf(chosen)))
}

/** Assigns a file to an upload. */
export function assignFile(page: UploadPage, id: string, chosen: File): void {
  const upload = runningFor(page, id)
  if (!isVideoFile(chosen)) {
    clearFile(page, id)
    dispatchTo(page, id, { type: 'file dropped', problem: problemFor('video.file_missing') })
    return
  }
  upload.file = chosen
  const unfinished = findUpload(page.user.uid, fileIdentityOf(chosen))
  page.dispatch({
    type: 'changed',
    id,
    to: { fileName: chosen.name, isResuming: unfinished !== null, ...(unfinished ? { unfinished } : {}) },
  })
  const file = { name: chosen.name, sizeBytes: chosen.size, durationSeconds: null }
  dispatchTo(page, id, { type: 'file chosen', file })
  if (!unfinished) proposeTitle(page, id, chosen)
  void findSimilarFile(chosen).then((similar) => {
    if (similar && upload.file === chosen) dispatchTo(page, id, { type: 'similar found', similar })
  })
  // The cards of a queue have no picture.
  if (page.forms.has(id) && !page.latestList().isQueue)
    void readFirstFrame(chosen).then((frame) => {
      if (upload.file === chosen) dispatchTo(page, id, { type: 'frame read', frame })
    })
  void readFrameRate(chosen).then((frameRate) => {
    if (frameRate !== null && upload.file === chosen) dispatchTo(page, id, { type: 'frame rate read', frameRate })
  })
  upload.durationRead = readDuration(chosen).then((seconds) => {
    if (upload.file !== chosen || seconds === null) return
    if (isTooLong(seconds)) {
      clearFile(page, id)
      dispatchTo(page, id, { type: 'file dropped', problem: tooLong(seconds) })
    } else dispatchTo(page, id, { type: 'duration read', durationSeconds: seconds })
  })
}

/** Fills in the title of a single upload from the file's name, unless there is one that somebody typed. */
function proposeTitle(page: UploadPage, id: string, chosen: File): void {
  const input = page.forms.get(id)?.elements.namedItem('title')
  if (page.latestList().isQueue || !(input instanceof HTMLInputElement)) return
  const before = itemOf(page, id)?.proposedTitle ?? ''
  if (input.value.trim() !== '' && input.value !== before) return
  const proposedTitle = titleFromName(chosen.name)
  input.value = proposedTitle
  page.dispatch({ type: 'changed', id, to: { proposedTitle } })
}

/** Values typed before several files were chosen apply to all, but title and description only to the first. */
function valuesFor(file: File, typedValues: EpisodeValues, isFirst: boolean): EpisodeValues {
  const ownTitle = isFirst && typedValues.title.trim() !== ''
  return {
    ...typedValues,
    title: ownTitle ? typedValues.title : titleFromName(file.name),
    description: isFirst ? typedValues.description : '',
  }
}
