import { z } from 'zod'
import type { TriggerFields } from '../../../contracts/console/search.ts'
import { setMeanings } from '../../catalog/search-words/edit-synonyms.ts'
import { saveTrigger } from '../../catalog/search-words/edit-triggers.ts'
import { lockWords, triggerRows } from '../../catalog/search-words/word-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { meaningsOf } from '../../search/reading/synonym-queries.ts'
import { remake, type Restorable } from '../staff/restorable.ts'
import { fieldsOf, textsIn } from './trigger-page.ts'

const hasTrigger: Restorable['isThere'] = async (db, id) => (await triggerRows(db, id)).length > 0
const hasMeanings: Restorable['isThere'] = async (db, phrase) => (await meaningsOf(db, phrase)).length > 0

const texts = z.record(z.string(), z.string())
/** Fields that were empty are not in the entry of a removal, because nothing changed in them. */
const triggerIn = (fields: unknown): TriggerFields => ({ ...fieldsOf([]), ...texts.parse(fields) })
const meanings = z.object({ words: z.array(z.string()).min(1) })

/** Triggers of the search that were deleted. */
export const restorableTriggers: Restorable = {
  kind: 'trigger',
  removedBy: ['search.remove_trigger'],
  isThere: hasTrigger,
  canBe: (_context, { fields }) => texts.safeParse(fields).success && Object.keys(fields).length > 0,
  restore: (context, removed) =>
    remake(
      context,
      removed,
      {
        kind: 'trigger',
        operation: 'search.restore_trigger',
        lock: lockWords,
        isThere: hasTrigger,
        log: async (db: Queryable, id) => fieldsOf(await triggerRows(db, id)),
      },
      (shop) => saveTrigger(shop, textsIn(triggerIn(removed.fields)), { id: removed.id, isNew: true }),
    ),
}

/** Synonyms that were deleted. */
export const restorableSynonyms: Restorable = {
  kind: 'synonym',
  removedBy: ['search.remove_synonym'],
  isThere: hasMeanings,
  canBe: (_context, { fields }) => meanings.safeParse(fields).success,
  restore: (context, removed) =>
    remake(
      context,
      removed,
      {
        kind: 'synonym',
        operation: 'search.restore_synonym',
        lock: lockWords,
        isThere: hasMeanings,
        log: async (db: Queryable, phrase) => ({ words: await meaningsOf(db, phrase) }),
      },
      (shop) => setMeanings(shop, { phrase: removed.id, words: meanings.parse(removed.fields).words }),
    ),
}
