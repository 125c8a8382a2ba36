import { isDeepStrictEqual } from 'node:util'
import { markupsSettings, type MarkupsSettings } from '../../../domain/settings/markups.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { changeSettings } from '../../platform/settings/change-settings.ts'
import { settingsNow } from '../../platform/settings/shop-settings.ts'
import { indexDevices } from '../devices/device-queries.ts'
import { openImports } from '../import/journal/journal-queries.ts'
import { writeInvalidations } from '../maintenance/finish-queries.ts'
import { compareDefinitions } from './compare-definitions.ts'
import type { DefinitionFile } from './definition-file.ts'
import {
  definitionTables,
  insertDefinitions,
  type AnyRow,
  productsCalled,
  type DefinitionRows,
  type DefinitionTable,
} from './definition-queries.ts'
import { brokenReferences, definitionRows } from './definition-rows.ts'

/** Definitions that cannot be imported: what is wrong, a line for each. */
class DefinitionsError extends Error {
  override readonly name = 'DefinitionsError'
}

/** `check` runs while no file of the shop is deleted. */
type Services = {
  db: Database
  kind: DatabaseKind
  now: Date
  by: string
  isTried: boolean
  check: () => Promise<void>
}
/** Rows that were added and that the shop had, and articles of tags that the shop does not have yet. */
export type Imported = { added: number; known: number; unknownArticles: number; markups: boolean }

const maxLines = 50

/**
 * Adds the definitions of a file that the shop does not have. Throws DefinitionsError, and writes nothing, when one is
 * there already and is otherwise.
 */
export async function importDefinitions(services: Services, file: DefinitionFile): Promise<Imported> {
  refuse(brokenReferences(file))
  const stored = (await settingsNow(services.db)).markups
  const markups = newMarkups(stored, file)
  let imported: Imported | undefined
  const write = async (trx: DatabaseTransaction): Promise<void> => {
    imported = { ...(await writeAll(trx, services, file)), markups: markups !== undefined }
  }
  if (markups && !services.isTried)
    await changeSettings(services.db, [['markups', markups]], { by: services.by, now: services.now, also: write })
  if (!imported) await services.db.transaction().execute(write)
  if (!imported) throw new Error('The definitions were not written.')
  return imported
}

/** @returns the mark-ups to set: those of the file, where the shop has none of its own. */
function newMarkups(stored: MarkupsSettings, { markups }: DefinitionFile): MarkupsSettings | undefined {
  if (!markups || isDeepStrictEqual(markups, stored)) return undefined
  if (!isDeepStrictEqual(stored, markupsSettings.parse({})))
    refuse(['markups: the shop has other ones (npm run shop -- settings get markups)'])
  return markups
}

async function writeAll(
  trx: DatabaseTransaction,
  { kind, now, isTried, check }: Services,
  file: DefinitionFile,
): Promise<Omit<Imported, 'markups'>> {
  await lockImports(trx)
  if ((await openImports(trx)).length > 0) refuse(['An import is running: try again when it has ended'])
  await check()
  const articles = [...new Set(file.tags.flatMap((tag) => tag.articles))]
  const ids = new Map((await productsCalled(trx, kind, articles)).map(({ id, sku }) => [sku, id]))
  const rows = definitionRows(file, ids)
  const { added, known, faults } = await compareDefinitions(trx, rows)
  refuse(faults)
  if (!isTried && added.size > 0) {
    for (const table of Object.keys(definitionTables) as DefinitionTable[])
      await insertTable(trx, kind, table, { rows, added })
    await indexDevices(trx, kind)
    await writeInvalidations(trx, kind, ['catalog', 'layout'], now.toISOString())
  }
  return { added: added.size, known, unknownArticles: articles.filter((article) => !ids.has(article)).length }
}

function insertTable<Table extends DefinitionTable>(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  table: Table,
  { rows, added }: { rows: DefinitionRows; added: ReadonlySet<AnyRow> },
): Promise<void> {
  const wanted: DefinitionRows[Table] = rows[table]
  return insertDefinitions(
    trx,
    kind,
    table,
    wanted.filter((row) => added.has(row)),
  )
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return
  const more = faults.length > maxLines ? [`and ${faults.length - maxLines} more`] : []
  throw new DefinitionsError(['Nothing is imported:', ...faults.slice(0, maxLines), ...more].join('\n  '))
}
