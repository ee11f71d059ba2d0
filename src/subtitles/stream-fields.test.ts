import { describe, expect, test } from 'vitest'
import { fieldsOfStream, withOwnLabel } from './stream-fields.ts'

const stream = { language: '', title: '', isForced: false, isForHearingImpaired: false }

describe('a text of a file', () => {
  test.each([
    ['jpn', 'ja', 'Japanese'],
    ['ger', 'de', 'German'],
    ['deu', 'de', 'German'],
    ['pt-BR', 'pt-BR', 'Portuguese (Brazil)'],
    ['und', 'und', 'Unknown language'],
    ['', 'und', 'Unknown language'],
    ['not a language', 'und', 'Unknown language'],
  ])('in %j is in %s', (language, known, label) => {
    expect(fieldsOfStream({ ...stream, language }, 'Vega')).toEqual({ language: known, kind: 'subtitles', label })
  })

  test('without a language is in that of its letters, if no other has them', () => {
    expect(fieldsOfStream(stream, 'ベガ')).toMatchObject({ language: 'ja', label: 'Japanese' })
    expect(fieldsOfStream(stream, '베가')).toMatchObject({ language: 'ko', label: 'Korean' })
  })

  test.each([
    [{ isForced: true }, 'signs'],
    [{ title: 'Signs & Songs' }, 'signs'],
    [{ isForHearingImpaired: true, title: 'Signs' }, 'captions'],
    [{ title: 'English (SDH)' }, 'captions'],
    [{ title: 'Designs' }, 'subtitles'],
  ] as const)('with %j has %s', (facts, kind) => {
    expect(fieldsOfStream({ ...stream, ...facts }, 'Vega')).toMatchObject({ kind })
  })

  test('is called by its title, as one line of at most 60 characters', () => {
    const title = `Full\u202e\r\n subtitles ${'x'.repeat(500)}`
    const { label } = fieldsOfStream({ ...stream, language: 'eng', title }, 'Vega')
    expect(label).toBe(`Full subtitles ${'x'.repeat(45)}`)
  })

  test('gets a number where another has its name', () => {
    const fields = fieldsOfStream({ ...stream, language: 'eng' }, 'Vega')
    const second = withOwnLabel(fields, [fields])!
    expect(second.label).toBe('English (2)')
    expect(withOwnLabel(fields, [fields, second])?.label).toBe('English (3)')
    expect(withOwnLabel({ ...fields, kind: 'signs' }, [fields])?.label).toBe('English')
  })
})
