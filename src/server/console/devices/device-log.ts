import { z } from 'zod'
import { deviceById } from '../../catalog/device-edits/device-edit-queries.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { parseLogFields, type LogFields, type Undoing } from '../staff/undo-record.ts'
import { skusOfDevice } from './device-list-queries.ts'

const logged = z.object({
  brand: z.string(),
  series: z.string(),
  model: z.string(),
  type_numbers: z.string(),
  fits: z.array(z.string()),
})
const withSlug = logged.extend({ slug: z.string().regex(/^[a-z0-9-]+$/) })

/** What the audit log compares of a device: its names, and the article numbers that fit it. */
export async function deviceLog(db: Queryable, id: string): Promise<LogFields> {
  const device = await deviceById(db, id)
  return device ? { ...device, fits: await skusOfDevice(db, id) } : {}
}

/** Whether the log has all of a device. */
export const isWholeDevice = (fields: LogFields): boolean => withSlug.safeParse(fields).success

/** A device that was deleted, with the address that it had. */
export function deletedDevice(fields: LogFields): z.output<typeof withSlug> {
  return parseLogFields(withSlug, fields)
}

/** A device as the log has it; throws a refusal where it does not have all of it. */
export function deviceIn(fields: LogFields): z.output<typeof logged> {
  return parseLogFields(logged, fields)
}

/** How the changes of a device are taken back. */
export async function undoingOf({ shop }: ConsoleContext, { id }: Row<'devices'>): Promise<Undoing> {
  return {
    subject: { kind: 'device', id },
    operations: ['devices.change', 'devices.fit', 'devices.unfit', 'devices.undo'],
    now: await deviceLog(shop.db, id),
    permission: 'products.change',
  }
}
