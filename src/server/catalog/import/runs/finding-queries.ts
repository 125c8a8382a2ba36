import { slices } from '../../../platform/db/bulk.ts'
import type { Database, NewRow, Queryable, Row } from '../../../platform/db/tables.ts'
import type { FindingKind } from '../../../platform/db/tables/import-tables.ts'

/** What was found of one row, without its place. */
export type Finding = Omit<NewRow<'import_findings'>, 'import_id' | 'position'>
export type FindingRow = Row<'import_findings'>

const rowsAtOnce = 400
/** Of each kind; more are counted by the import alone. */
export const maxFindings = 20_000
const maxLength = 300

/** Replaces what was found in an import, some rows at a time. */
export async function saveFindings(db: Database, importId: string, findings: readonly Finding[]): Promise<void> {
  await deleteFindings(db, importId)
  const counts = new Map<FindingKind, number>()
  const rows = findings.flatMap((each) => {
    const position = counts.get(each.kind) ?? 0
    counts.set(each.kind, position + 1)
    return position < maxFindings ? [{ ...shortened(each), import_id: importId, position }] : []
  })
  for (const some of slices(rows, rowsAtOnce)) await db.insertInto('import_findings').values(some).execute()
}

const shortened = (finding: Finding): Finding => ({
  ...finding,
  sku: storableText(finding.sku),
  field: storableText(finding.field),
  before: storableText(finding.before),
  after: storableText(finding.after),
  name_sv: storableText(finding.name_sv ?? ''),
  reason: finding.reason ?? '',
})

/** PostgreSQL stores no zero bytes. */
const storableText = (text: string): string => text.replaceAll('\u0000', '').slice(0, maxLength)

export async function deleteFindings(db: Queryable, importId: string): Promise<void> {
  await db.deleteFrom('import_findings').where('import_id', '=', importId).execute()
}

/** One page of what was found, in the order of the file, beginning after a position. */
export async function findingsAfter(
  db: Queryable,
  { importId, kind, from, limit }: { importId: string; kind: FindingKind; from: number; limit: number },
): Promise<FindingRow[]> {
  return db
    .selectFrom('import_findings')
    .selectAll()
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** How many are listed of each kind. */
export async function countFindings(db: Queryable, importId: string): Promise<ReadonlyMap<FindingKind, number>> {
  const rows = await db
    .selectFrom('import_findings')
    .select(['kind', ({ fn }) => fn.countAll().as('count')])
    .where('import_id', '=', importId)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}

/** Forgets what was found in imports that were made before a moment. */
export async function deleteOldFindings(db: Database, before: string): Promise<void> {
  const old = db.selectFrom('import_runs').select('id').where('created_at', '<', before)
  await db.deleteFrom('import_findings').where('import_id', 'in', old).execute()
}

/** The article numbers and names of products in both languages, for those that are not in a feed any more. */
export async function namesOfProducts(db: Queryable, ids: readonly string[]) {
  const found: { sku: string; en: string; sv: string }[] = []
  for (const some of slices(ids, rowsAtOnce))
    found.push(
      ...(await db
        .selectFrom('products as p')
        .innerJoin('product_texts as e', (join) => join.onRef('e.product_id', '=', 'p.id').on('e.language', '=', 'en'))
        .innerJoin('product_texts as s', (join) => join.onRef('s.product_id', '=', 'p.id').on('s.language', '=', 'sv'))
        .select(['p.sku', 'e.name as en', 's.name as sv'])
        .where('p.id', 'in', some)
        .orderBy('p.sku')
        .execute()),
    )
  return found
}
