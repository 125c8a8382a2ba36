import type { SearchWordsPage } from '../../../contracts/console/search.ts'
import { allTriggers } from '../../catalog/search-words/word-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { allSynonyms } from '../../search/reading/synonym-queries.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { openMisses } from './search-list-queries.ts'
import { parseLanguage, trialOf } from './trial.ts'

const maxLength = 200
const maxListed = 300

/** The words of the search: what phrases also mean, what triggers show, and a box to try a search in. */
export const searchWordsScreen = consoleScreen<SearchWordsPage>({
  screen: 'search-words',
  permission: 'products.view',
  doneElsewhere: ['save', 'remove'],
  load: async (context) => {
    const { shop, session, request } = context
    const { searchParams } = request.url
    const textOf = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, maxLength)
    const [query, find] = [textOf('query'), textOf('q')]
    const language = parseLanguage(context, searchParams.get('language'))
    const has = (...texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(find.toLowerCase()))
    const phrases = [...Map.groupBy(await allSynonyms(shop.db), (row) => row.phrase)]
    const synonyms = phrases
      .map(([phrase, rows]) => ({ phrase, words: rows.map(({ word }) => word) }))
      .filter(({ phrase, words }) => has(phrase, ...words))
    const triggers = [...Map.groupBy(await allTriggers(shop.db), (row) => row.id)]
      .map(([id, rows]) => ({
        id,
        texts: rows.map(({ language: its, trigger, hint }) => ({ language: its, trigger, hint })),
      }))
      .filter(({ texts }) => texts.some(({ trigger, hint }) => has(trigger, hint)))
    return {
      trial: await trialOf(context, { query, language }),
      query,
      language,
      synonyms: synonyms.slice(0, maxListed),
      triggers: triggers.slice(0, maxListed),
      find,
      synonymCount: synonyms.length,
      triggerCount: triggers.length,
      missCount: await openMisses(shop.db),
      mayChange: may(session, 'products.change'),
    }
  },
})
