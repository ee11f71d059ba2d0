import { z } from 'zod'
import type { IndexedItem, IndexLine, Spooled } from './archive-index.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { createDocumentScanner, type ScannedValue } from './document-scanner.ts'
import { factsSchema, itemSchemas, type ListName, listNames, settingNames } from './export-document.ts'
import { EXPORT_VERSION, INNER_ITEMS_MAX, ITEMS_MAX, READ_MAX_BYTES, readableVersions } from './export-format.ts'

export interface DocumentSink {
  /** Keeps the bytes of a value. */
  spool(text: string): Spooled
  write(line: IndexLine): void
}

const named = z.object({
  id: z.string().optional(),
  uid: z.string().optional(),
  date: z.string().optional(),
  text: z.string().optional(),
})

const profileTexts: readonly string[] = ['username', 'bio']

/**
 * Collects the parts that an import reads from a document that comes in pieces, and checks its shape.
 * @throws ArchiveProblem document_unreadable, document_too_large, version_unknown
 */
export function collectDocument({ spool, write }: DocumentSink) {
  const counts = new Map<ListName, number>()
  const profile: Record<string, unknown> = {}
  const links: unknown[] = []
  const settings: Record<string, unknown> = {}
  let hasProfile = false
  let historyPausedAt: unknown = null
  let theme: unknown
  let version: unknown = EXPORT_VERSION

  function takeItem(list: ListName, value: unknown): void {
    const count = (counts.get(list) ?? 0) + 1
    counts.set(list, count)
    if (count > ITEMS_MAX) return
    const read = itemSchemas[list].safeParse(value)
    if (!read.success) throw new ArchiveProblem('document_unreadable', { cause: read.error })
    const { id, uid, date, text } = named.parse(read.data)
    const dateMs = Date.parse(date ?? '')
    const item: IndexedItem = {
      ...spool(readableText(text === undefined ? read.data : { ...read.data, text: undefined })),
      id: id ?? uid ?? '',
      dateMs: Number.isNaN(dateMs) ? null : dateMs,
      ...(text === undefined ? {} : { text: spool(text) }),
    }
    write({ is: 'item', list, item })
  }

  /** Members of the profile and the settings that are read; the others are passed over. */
  function takeFact(first: string, second: string, { isItem, value }: ScannedValue): void {
    const isLinks = first === 'profile' && second === 'supportLinks'
    const known = first === 'profile' ? profileTexts : settingNames
    if (first === 'profile') hasProfile = true
    if (!isLinks && !known.includes(second)) return
    if (isItem !== isLinks || links.length >= INNER_ITEMS_MAX) throw new ArchiveProblem('document_unreadable')
    if (isLinks) links.push(value)
    else if (first === 'profile') profile[second] = value
    else settings[second] = value
  }

  function takeValue(scanned: ScannedValue): void {
    const { path, isItem, value } = scanned
    const [first = '', second] = path
    const name = path.join('.')
    const list = listNames.find((each) => each === name)
    if (list && isItem) takeItem(list, value)
    else if ((first === 'profile' || first === 'notificationSettings') && second !== undefined)
      takeFact(first, second, scanned)
    else if (name === 'library.historyPausedAt' && !isItem) historyPausedAt = value
    else if (name === 'theme' && !isItem) theme = value
    else if (name === 'version' && !isItem) version = value
    else if (isMisshapen(name, first, value)) throw new ArchiveProblem('document_unreadable')
  }

  const scanner = createDocumentScanner(takeValue)
  return {
    write: scanner.write,
    end(): void {
      scanner.end()
      if (!readableVersions.includes(version)) throw new ArchiveProblem('version_unknown')
      const facts = factsSchema.safeParse({
        profile: hasProfile ? { ...profile, supportLinks: links } : null,
        notificationSettings: settings,
        historyPausedAt,
        theme,
      })
      if (!facts.success) throw new ArchiveProblem('document_unreadable', { cause: facts.error })
      write({ is: 'facts', facts: spool(readableText(facts.data)) })
      for (const [list, count] of counts) if (count > ITEMS_MAX) write({ is: 'beyond', list, count: count - ITEMS_MAX })
    },
  }
}

/** Whether something else stands where the document has a list, or an object. */
function isMisshapen(name: string, first: string, value: unknown): boolean {
  if (name === 'profile') return value !== null
  return name === 'notificationSettings' || listNames.some((list) => list === name || list === first)
}

/** The JSON of a value that the server will parse. @throws ArchiveProblem document_too_large */
function readableText(value: object): string {
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > READ_MAX_BYTES) throw new ArchiveProblem('document_too_large')
  return text
}
