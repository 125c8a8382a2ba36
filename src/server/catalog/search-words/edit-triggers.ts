import { languages, type Language } from '../../../domain/places/locales.ts'
import { foldedWords } from '../../search/words.ts'
import { CatalogError } from '../catalog-error.ts'
import { isAddress } from '../maintenance/is-address.ts'
import { purgeSearches, type WordServices } from './edit-synonyms.ts'
import { lockWords, replaceTrigger, triggerRows } from './word-queries.ts'

/** What a search that contains the words of `trigger` shows above its hits: a text and a link. */
type TriggerText = { trigger: string; hint: string; url: string; urlTitle: string }
export type TriggerTexts = Partial<Record<Language, TriggerText>>

const maxLengths = { trigger: 250, hint: 500, url: 500, urlTitle: 250 }

/** Checks a trigger; a language without words has none. Throws CatalogError. */
export function checkedTrigger(wanted: TriggerTexts): TriggerTexts {
  const entries = languages.flatMap((language) => {
    const text = wanted[language]
    return text && text.trigger.trim() !== '' ? [[language, checkedText(text)] as const] : []
  })
  if (entries.length === 0) throw new CatalogError('search_trigger', 'A trigger has words in at least one language.')
  return Object.fromEntries(entries) as TriggerTexts
}

function checkedText({ trigger, hint, url, urlTitle }: TriggerText): TriggerText {
  if (foldedWords(trigger).length === 0)
    throw new CatalogError('search_trigger', 'A trigger has words in at least one language.')
  if (hint.trim() === '' || urlTitle.trim() === '')
    throw new CatalogError('search_hint', 'A trigger has a text and the words of its link.')
  if (!isAddress(url.trim()) || url.length > maxLengths.url)
    throw new CatalogError('catalog_uri', `"${url}" is no address: write a path, or one with https://.`)
  return {
    trigger: plain(trigger).slice(0, maxLengths.trigger),
    hint: plain(hint).slice(0, maxLengths.hint),
    url: url.trim(),
    urlTitle: plain(urlTitle).slice(0, maxLengths.urlTitle),
  }
}

/** Writes a trigger in the languages that it has. Throws CatalogError. */
export async function saveTrigger(
  { db, now }: WordServices,
  wanted: TriggerTexts,
  { id, isNew }: { id: string; isNew: boolean },
): Promise<void> {
  const texts = checkedTrigger(wanted)
  await db.transaction().execute(async (trx) => {
    await lockWords(trx)
    if (!isNew && (await triggerRows(trx, id)).length === 0)
      throw new CatalogError('catalog_unknown', `There is no trigger "${id.slice(0, 120)}".`)
    const rows = languages.flatMap((language) => {
      const text = texts[language]
      if (!text) return []
      const { urlTitle, ...same } = text
      return [{ id, language, ...same, url_title: urlTitle }]
    })
    await replaceTrigger(trx, id, rows)
    await purgeSearches(trx, now())
  })
}

export async function removeTrigger({ db, now }: WordServices, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockWords(trx)
    if ((await triggerRows(trx, id)).length === 0)
      throw new CatalogError('catalog_unknown', `There is no trigger "${id.slice(0, 120)}".`)
    await replaceTrigger(trx, id, [])
    await purgeSearches(trx, now())
  })
}

// oxlint-disable-next-line no-control-regex -- PostgreSQL stores no such character
const plain = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
