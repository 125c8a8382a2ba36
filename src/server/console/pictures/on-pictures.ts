import { cropSource } from '../../catalog/import/files/crop-queries.ts'
import { ContentError, type Editing } from '../../content/content-item.ts'
import { libraryRow } from '../../content/pictures/library-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { isUniqueViolation } from '../frame/is-unique-violation.ts'

type Action = { operation: string; id: string; label: string }

/** Carries out something with a picture of the library in one transaction, with its entry in the audit log. */
export async function onPictures(
  { shop, session }: ConsoleContext,
  { operation, id, label }: Action,
  work: (editing: Editing & { db: DatabaseTransaction }) => Promise<void>,
): Promise<void> {
  const tags: string[] = []
  const subject = { kind: 'picture', id, label }
  const action = { operation, subject, fields: (trx: DatabaseTransaction) => pictureLog(trx, id) }
  const invalidate = (some: readonly string[]) => void tags.push(...some)
  try {
    await audited(shop, session.actor, action, ({ db, now }) =>
      db.transaction().execute((trx) => work({ db: trx, now, by: session.actor.name, invalidate })),
    )
  } catch (error) {
    throw toConsoleError(error)
  }
  if (tags.length > 0) shop.invalidate(tags)
}

/** What the log keeps of a picture; only of a part of one there is a `crop`. */
export async function pictureLog(trx: Queryable, id: string): Promise<Record<string, unknown>> {
  const row = await libraryRow(trx, id)
  if (!row) return {}
  const { name, alt_en, alt_sv, picture_id } = row
  const crop = (await cropSource(trx, picture_id))?.crop
  const part = crop && { crop: `${crop.x}, ${crop.y}: ${crop.width} × ${crop.height}` }
  return { name, alt_en, alt_sv, picture: picture_id, ...part }
}

const faults = {
  picture_there: 'picture_there',
  picture_used: 'picture_used',
  picture_busy: 'picture_busy',
  lost_edit: 'record_changed',
} as const

function toConsoleError(error: unknown): unknown {
  const fault = error instanceof ContentError ? error.fault : undefined
  if (error instanceof ContentError && fault !== undefined && fault in faults)
    return new ConsoleError(faults[fault as keyof typeof faults], { name: error.what })
  return isUniqueViolation(error) ? new ConsoleError('picture_there', { name: '' }) : error
}
