import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { type WordAction, type WordPlace, wordActions, wordPlaces } from '#creators/listed-words.ts'
import type { Account } from '#identity/account.ts'
import { wordsUrl } from './words-url.ts'

/** The fields of the form, to show them again. */
export interface WordValues {
  word: string
  action: WordAction
  places: WordPlace[]
}

/** Handles one form of the page of words: back to the page, or the refusal. */
export async function changeWords(context: Readonly<RouterContextProvider>, actor: Account, form: FormData) {
  const { administration } = context.get(hoshiContext)
  const intent = form.get('intent')
  const values = intent === 'add' ? readWord(form) : null
  try {
    if (values) {
      await administration.words.add(actor, values)
      return redirectTo(wordsUrl('added'))
    }
    if (intent !== 'remove') refusePartialForm()
    await administration.words.remove(actor, String(form.get('id') ?? ''))
    return redirectTo(wordsUrl('removed'))
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, values }, init)
  }
}

function readWord(form: FormData): WordValues {
  const word = form.get('word')
  const action = wordActions.find((each) => each === form.get('action'))
  if (typeof word !== 'string' || !action) refusePartialForm()
  const chosen = form.getAll('places')
  return { word, action, places: wordPlaces.filter((place) => chosen.includes(place)) }
}
