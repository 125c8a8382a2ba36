import { z } from 'zod'
import { languages } from '../../../../domain/places/locales.ts'
import { column, fileFormat } from './profile-parts.ts'

/**
 * Rows with the texts of a product in one language each: those of a second file, or without `file` of the feed itself,
 * which then has a row for each language of a product.
 */
export const textRows = z.strictObject({
  /** The path of the file, or its name beside the feed. */
  file: z.string().min(1).max(1_000).optional(),
  ...fileFormat,
  /** The column with what tells products apart, and how the feed calls it where that is another name. */
  key: column,
  by: column.optional(),
  /** `values` says which words stand for which language. */
  language: z.strictObject({ column, values: z.record(z.string(), z.enum(languages)).default({}) }),
  name: column.optional(),
  prefix: column.optional(),
  description: column.optional(),
})

export type TextRows = z.output<typeof textRows>

/** The column of the feed whose cells the rows of texts have in `key`. */
export const textKey = ({ key, by = key }: TextRows): string => by

/** The columns of the feed that rows with texts need. */
export function textColumns(rows: TextRows | undefined): string[] {
  if (!rows) return []
  const { file, key, language, name, prefix, description } = rows
  const own = [key, language.column, name, prefix, description].filter((each) => each !== undefined)
  return file === undefined ? own : [textKey(rows)]
}
