import { z } from 'zod/mini'

/** How forms know a text that is a country's code, or an asterisk for all others. */
export const countryFormat = 'country'

/** Marks a setting as a country's code, which people read and write by the country's name. */
export function withCountryFormat<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  z.globalRegistry.add(schema, { format: countryFormat })
  return schema
}
