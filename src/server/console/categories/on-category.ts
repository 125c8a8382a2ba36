import { languages } from '../../../domain/places/locales.ts'
import { wordsOf } from '../../catalog/arrange/category-words.ts'
import { categoryRecord, type CategoryRecord } from '../../catalog/arrange/tree-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'

/** The category of the address; undefined where there is none. */
export function requestedCategory({ shop, request }: ConsoleContext): Promise<CategoryRecord | undefined> {
  return categoryRecord(shop.db, (request.params['id'] ?? '').slice(0, 140))
}

/** Changes with what the forms of a category hold; not with its products. */
export function categoryVersion({ row, texts, facts, fits }: CategoryRecord): string {
  const { product_count: _count, ...own } = row
  const sorted = texts.toSorted((one, other) => (one.language < other.language ? -1 : 1))
  const written = [own, ...sorted].map((each) => Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
  return hashSecret(JSON.stringify([written, facts, fits])).slice(0, 20)
}

const textOf = (record: CategoryRecord, language: string) => record.texts.find((text) => text.language === language)

/** What the log calls a category: its English address. */
export const categoryLabel = (record: CategoryRecord): string => textOf(record, 'en')?.path ?? record.row.id

/** What the audit log compares of a category. */
export async function categoryLog(db: Queryable, id: string): Promise<Record<string, unknown>> {
  const record = await categoryRecord(db, id)
  if (!record) return {}
  const { row, facts, fits } = record
  const words = wordsOf(record)
  const texts = languages.flatMap((language) => {
    const { name, description, pageTitle, metaDescription } = words[language]
    const own = { name, description, page_title: pageTitle, meta_description: metaDescription }
    const path = textOf(record, language)?.path ?? ''
    return Object.entries({ ...own, path }).map(([key, value]) => [`${key}_${language}`, value])
  })
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    parent: row.parent_id,
    position: row.position,
    menu: row.main_menu === 1,
    picture: row.picture_id,
    uri: row.uri,
    facts,
    fits,
  }
}

type Work = (shop: Shop, id: string) => Promise<unknown>
type What = { operation: string; version?: string; note?: string }

/** Does something with the category of the address, unless somebody changed it since `version`. */
export async function onCategory(
  context: ConsoleContext,
  { operation, version, note }: What,
  work: Work,
): Promise<void> {
  const record = await requestedCategory(context)
  if (!record) throw new ConsoleError('unknown')
  const { id } = record.row
  const guard = async (trx: DatabaseTransaction) => {
    // Of two people at the same time, the second reads what the first has written.
    await lockImports(trx)
    const current = await categoryRecord(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && categoryVersion(current) !== version)
      throw await recordChanged(trx, { kind: 'category', id })
  }
  const subject = { kind: 'category', id, label: categoryLabel(record) }
  const action = { operation, subject, guard, fields: (trx: DatabaseTransaction) => categoryLog(trx, id) }
  await audited(context.shop, context.session.actor, note === undefined ? action : { ...action, note }, (shop) =>
    work(shop, id),
  )
}
