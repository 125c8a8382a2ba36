import type { AuditOperation } from '../../../domain/staff/audit-operations.ts'
import { deleteFindings } from '../../catalog/import/runs/finding-queries.ts'
import { changeImport, importById, removeImport, type ImportRow } from '../../catalog/import/runs/run-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { ImportTask } from '../../platform/db/tables/import-tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'

const idOf = ({ request }: ConsoleContext): string => (request.params['id'] ?? '').slice(0, 60)

/** The import of the address; undefined where there is none. */
export async function requestedImport(context: ConsoleContext): Promise<ImportRow | undefined> {
  return importById(context.shop.db, idOf(context))
}

/** The import of the address, still as the form had shown it and with nothing being done. Throws ConsoleError. */
export async function importAsShown(context: ConsoleContext, version: string): Promise<ImportRow> {
  const row = await requestedImport(context)
  if (!row) throw new ConsoleError('unknown')
  if (row.task !== '') throw new ConsoleError('import_busy')
  if (String(row.version) !== version) throw await changedMeanwhile(context, row)
  return row
}

type Change = {
  operation: AuditOperation
  task: ImportTask
  values?: Partial<Omit<ImportRow, 'id' | 'version' | 'task'>>
}

/**
 * Changes an import and gives its task to the job, once: of two people, or two tabs, the second is told. Throws
 * ConsoleError.
 */
export async function requestTask(
  context: ConsoleContext,
  row: ImportRow,
  { operation, task, values = {} }: Change,
): Promise<void> {
  const { shop, session } = context
  await audited(shop, session.actor, { operation, subject: subjectOf(row) }, ({ db }) =>
    db.transaction().execute(async (trx) => {
      const next = {
        ...values,
        task,
        tries: 0,
        lease: '',
        leased_until: '',
        fault: '',
        fault_reasons: '',
        phase: '',
        done: 0,
        total: 0,
      }
      if (!(await changeImport(trx, row, next))) throw await changedMeanwhile(context, row)
    }),
  )
}

/** Removes an upload that was not imported. Throws ConsoleError. */
export async function removeUpload(context: ConsoleContext, row: ImportRow): Promise<void> {
  const { shop, session } = context
  await audited(shop, session.actor, { operation: 'imports.remove', subject: subjectOf(row) }, ({ db }) =>
    db.transaction().execute(async (trx) => {
      if (!(await removeImport(trx, row))) throw await changedMeanwhile(context, row)
      await deleteFindings(trx, row.id)
    }),
  )
}

const subjectOf = ({ id, file }: ImportRow) => ({ kind: 'import', id, label: file })

const changedMeanwhile = ({ shop }: ConsoleContext, { id }: ImportRow) => recordChanged(shop.db, { kind: 'import', id })
