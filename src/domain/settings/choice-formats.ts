import { z } from 'zod/mini'

/** How forms know a text that is the name of a time zone, or the id of one of the shop's zones of delivery. */
export const timeZoneFormat = 'time-zone'
export const zoneFormat = 'delivery-zone'

/** Marks a setting whose values a form lets people choose. */
export function ofFormat<Schema extends z.ZodMiniType>(
  schema: Schema,
  format: typeof timeZoneFormat | typeof zoneFormat,
): Schema {
  z.globalRegistry.add(schema, { format })
  return schema
}
