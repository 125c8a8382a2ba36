import { z } from 'zod'
import { consolePath } from '../../../console-routes.ts'
import { synonymForm, type SynonymPage, type Trial } from '../../../contracts/console/search.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import {
  readMeanings,
  readPhrase,
  removeMeanings,
  searchedPhrase,
  setMeanings,
  storedPhrase,
} from '../../catalog/search-words/edit-synonyms.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { meaningsOf } from '../../search/reading/synonym-queries.ts'
import { foldedWords } from '../../search/words.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout, undoableHistory, type Undoing } from '../staff/undo-record.ts'
import { parseLanguage, parseMiss, trialOf } from './trial.ts'
import { changeWord, resolveMiss, linesIn, synonymAction, wordVersion } from './word-action.ts'

const permission = 'products.change'

/** What one phrase also means: `?phrase=` says which, `?miss=` the search without hits that it is for. */
export const synonymScreen = consoleScreen<SynonymPage>({
  screen: 'search-synonym',
  permission: 'products.view',
  load: async (context) => {
    const asked = requestedSynonym(context)
    return contentOf(context, { ...asked, phrase: await shownPhrase(context, asked.phrase) })
  },
  actions: {
    try: consoleAction({
      permission,
      form: synonymForm,
      run: async (context, form) => {
        const synonym = { phrase: searchedPhrase(readPhrase(form.phrase)), words: readMeanings(linesIn(form.words)) }
        const language = parseLanguage(context, form.language)
        const query = form.query === '' ? synonym.phrase : form.query
        const trial = await trialOf(context, { query, language }, { synonym })
        const own = { phrase: form.phrase, query, language, miss: form.miss }
        const stored = await contentOf(context, own, trial)
        const typed = { action: 'try', phrase: form.phrase, words: form.words, 'was:words': stored.words }
        return { content: { ...stored, version: form.version, typed }, isQuestion: true }
      },
    }),
    save: consoleAction({
      permission,
      form: synonymForm,
      run: async (context, form) => {
        const typed = readPhrase(form.phrase)
        const [stored, phrase] = [await storedPhrase(context.shop.db, typed), searchedPhrase(typed)]
        const words = readMeanings(linesIn(form.words))
        const action = synonymAction('search.synonym', stored)
        await changeWord(context, { ...action, version: form.version }, async (shop) => {
          // It was stored as no search looks for it.
          if (stored !== phrase) await removeMeanings(shop, { phrase: stored, words: [] })
          await setMeanings(shop, { phrase, words })
        })
        await resolveMiss(context, form.miss)
        return consolePath('search-words', {}, { query: form.query || phrase, language: form.language })
      },
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const { phrase } = requestedSynonym(context)
        const now = { words: await meaningsOf(context.shop.db, phrase) }
        const former = await fieldsWithout(context, undoingOf(phrase, now.words), entry)
        const words = z.array(z.string()).parse(former['words'] ?? [])
        await changeWord(context, { ...synonymAction('search.undo', phrase), version: wordVersion(now) }, (shop) =>
          words.length > 0 ? setMeanings(shop, { phrase, words }) : removeMeanings(shop, { phrase, words }),
        )
      },
    }),
    remove: consoleAction({
      permission,
      form: synonymForm,
      run: async (context, form) => {
        const phrase = await storedPhrase(context.shop.db, readPhrase(form.phrase))
        const action = synonymAction('search.remove_synonym', phrase)
        await changeWord(context, { ...action, version: form.version }, async (shop) => {
          if ((await removeMeanings(shop, { phrase, words: [] })) === 0) throw new ConsoleError('unknown')
        })
        return consolePath('search-words')
      },
    }),
  },
})

/** A phrase of too many words is shown as it is, and refused when it is saved. */
function shownPhrase({ shop }: ConsoleContext, phrase: string): Promise<string> | string {
  return phrase.split(' ').length > 3 ? phrase : storedPhrase(shop.db, phrase)
}

type RequestedSynonym = Pick<SynonymPage, 'phrase' | 'query' | 'language' | 'miss'>

function requestedSynonym(context: ConsoleContext): RequestedSynonym {
  const { searchParams } = context.request.url
  const miss = parseMiss(searchParams.get('miss') ?? '')
  const phrase = (searchParams.get('phrase') ?? miss?.query ?? '').slice(0, 130)
  return {
    phrase: foldedWords(phrase).join(' '),
    query: (searchParams.get('query') ?? miss?.query ?? '').slice(0, 200),
    language: miss?.language ?? parseLanguage(context, searchParams.get('language')),
    miss: miss ? `${miss.language}:${miss.query}` : '',
  }
}

async function contentOf(
  context: ConsoleContext,
  own: RequestedSynonym,
  trial: Trial | null = null,
): Promise<SynonymPage> {
  const { shop, session } = context
  const folded = foldedWords(own.phrase).join(' ')
  const words = await meaningsOf(shop.db, folded)
  return {
    ...own,
    words: words.join('\n'),
    version: wordVersion({ words }),
    trial,
    typed: null,
    audit: folded === '' ? [] : await undoableHistory(context, undoingOf(folded, words)),
    mayChange: may(session, permission),
    isNew: words.length === 0,
  }
}

/** Meanings that were removed can be restored, too. */
function undoingOf(phrase: string, words: readonly string[]): Undoing {
  const operations = ['search.synonym', 'search.remove_synonym', 'search.undo']
  return { subject: { kind: 'synonym', id: phrase }, operations, now: { words }, permission }
}
