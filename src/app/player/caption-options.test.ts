import { expect, test } from 'vitest'
import { type CaptionTrack, trackFor } from './caption-options.ts'

const track = (id: string, language: string, kind: CaptionTrack['kind'] = 'subtitles'): CaptionTrack => ({
  id,
  language,
  kind,
  label: id,
  format: 'vtt',
  url: '',
  vttUrl: '',
  fonts: [],
  by: '',
})
const tracks = [track('signs', 'en', 'signs'), track('ja', 'ja'), track('en', 'en-GB'), track('pt', 'pt-BR')]
const none = { language: '', kind: 'subtitles' as const }

test('what was chosen last comes first', () => {
  expect(trackFor(tracks, { language: 'ja', kind: 'subtitles' }, ['en'])?.id).toBe('ja')
  expect(trackFor(tracks, { language: 'en', kind: 'signs' }, ['ja'])?.id).toBe('signs')
})

test('else one in a language of the browser, dialogue before signs', () => {
  expect(trackFor(tracks, none, ['en-US', 'ja'])?.id).toBe('en')
  expect(trackFor(tracks, none, ['pt'])?.id).toBe('pt')
  expect(trackFor(tracks, { language: 'fr', kind: 'subtitles' }, ['ja'])?.id).toBe('ja')
})

test('else the first with dialogue', () => {
  expect(trackFor(tracks, none, ['fr'])?.id).toBe('ja')
  expect(trackFor([tracks[0]!], none, ['fr'])?.id).toBe('signs')
  expect(trackFor([], none, ['fr'])).toBeNull()
})
