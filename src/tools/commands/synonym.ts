import { CatalogError } from '../../server/catalog/catalog-error.ts'
import {
  addMeanings,
  readMeanings,
  readPhrase,
  removeMeanings,
  searchedPhrase,
  type Synonym,
} from '../../server/catalog/search-words/edit-synonyms.ts'
import { allSynonyms } from '../../server/search/reading/synonym-queries.ts'
import { operatorCommand, OperatorError, type Answer, type Given, type OperatorShop } from '../operator-command.ts'

const usage = `Usage: npm run shop -- synonym <command> [options]

What else the search looks for, in both languages. Works while the shop runs and applies to the next search.

  list                          all phrases with their words
  add PHRASE WORD…              a search for the phrase (at most three words) also finds these words
  remove PHRASE [WORD…]         forgets the phrase, or only these words

Example: npm run shop -- synonym add "power brick" laddare charger

  --json                        output for programs
  --help                        shows this text`

/** The `synonym` command of `npm run shop`. */
export const run = operatorCommand({ name: 'synonym', usage, commands: { list, add, remove }, options: {} })

async function list({ db }: OperatorShop): Promise<Answer> {
  const phrases = Map.groupBy(await allSynonyms(db), ({ phrase }) => phrase)
  const data = [...phrases].map(([phrase, rows]) => ({ phrase, words: rows.map(({ word }) => word) }))
  return { data, lines: data.map(({ phrase, words }) => `${phrase}: ${words.join(', ')}`) }
}

async function add(shop: OperatorShop, given: Given): Promise<Answer> {
  const { phrase, words } = read(given)
  if (words.length === 0) throw new OperatorError('Say at least one word that the phrase also means.')
  await addMeanings(shop, { phrase: asked(() => searchedPhrase(phrase)), words })
  return { data: { phrase, words }, lines: [`A search for "${phrase}" also finds ${words.join(', ')}.`] }
}

async function remove(shop: OperatorShop, given: Given): Promise<Answer> {
  const { phrase, words } = read(given)
  const removed = await removeMeanings(shop, { phrase, words })
  if (removed === 0) throw new OperatorError(`There is no such synonym of "${phrase}".`)
  return {
    data: { phrase, removed },
    lines: [`Removed ${removed} ${removed === 1 ? 'synonym' : 'synonyms'} of "${phrase}".`],
  }
}

/** Folds the phrase and the words as the search does: lower case, without diacritics. */
function read({ words: [typed = '', ...others] }: Given): Synonym {
  return asked(() => ({ phrase: readPhrase(typed), words: readMeanings(others) }))
}

function asked<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof CatalogError ? new OperatorError(error.message) : error
  }
}
