import { dismissMisses, lockWords } from '../../catalog/search-words/word-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { meaningsOf } from '../../search/reading/synonym-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { parseMiss } from './trial.ts'

type Fields = Readonly<Record<string, unknown>>
type Word = {
  operation: string
  subject: { kind: 'synonym' | 'trigger'; id: string; label: string }
  /** What the form showed; undefined where nothing is compared. */
  version?: string | undefined
  fields: (db: Queryable) => Promise<Fields>
}

/** Changes with what is stored of a word. */
export function wordVersion(fields: Fields): string {
  return hashSecret(JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 20)
}

/** Changes a word of the search, unless somebody changed it since its form was shown. */
export async function changeWord(
  context: ConsoleContext,
  { operation, subject, version, fields }: Word,
  work: (shop: Shop) => Promise<unknown>,
): Promise<void> {
  const guard = async (trx: DatabaseTransaction) => {
    await lockWords(trx)
    if (version !== undefined && wordVersion(await fields(trx)) !== version) throw await recordChanged(trx, subject)
  }
  await audited(context.shop, context.session.actor, { operation, subject, guard, fields }, work)
}

/** The words or phrases of a field, one on each line or with commas between them. */
export const linesIn = (text: string): string[] => text.split(/[\n,]/).filter((line) => line.trim() !== '')

export function synonymAction(operation: string, phrase: string) {
  return {
    operation,
    subject: { kind: 'synonym' as const, id: phrase, label: phrase },
    fields: async (db: Queryable) => ({ words: await meaningsOf(db, phrase) }),
  }
}

/** Notes that a search without hits has been dealt with. */
export async function resolveMiss({ shop }: ConsoleContext, miss: string): Promise<void> {
  const found = parseMiss(miss)
  if (!found) return
  await shop.db.transaction().execute((trx) => dismissMisses(trx, [found], shop.now().toISOString()))
}
