import { z } from 'zod/mini'

/** How forms know a text that is the name of a time zone, or the id of one of the shop's zones of delivery. */
export const timeZoneFormat = 'time-zone'
export const zoneFormat = 'delivery-zone'
/** How forms know a list of two numbers, the least and the most. */
export const spanFormat = 'span'
/** How forms know a text that is a day, of one year or of every year. */
export const dayFormat = 'shop-day'

/** Marks a setting whose values a form lets people choose, or has a field for each of. */
export function withFormat<Schema extends z.ZodMiniType>(
  schema: Schema,
  format: typeof timeZoneFormat | typeof zoneFormat | typeof spanFormat | typeof dayFormat,
): Schema {
  z.globalRegistry.add(schema, { format })
  return schema
}
