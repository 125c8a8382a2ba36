import type { OpenDatabase } from '../../../../src/server/platform/db/connect.ts'

export type Column = { type: string; isNullable: boolean; hasDefault: boolean }
export type Schema = ReadonlyMap<string, ReadonlyMap<string, Column>>

/** Tables and columns of a database, or of one schema. */
export async function schemaOf({ db }: OpenDatabase, schema?: string): Promise<Schema> {
  const tables = await db.introspection.getTables()
  const own = tables.filter((table) => !table.isView && (schema === undefined || table.schema === schema))
  return new Map(
    own.map(({ name, columns }) => [
      name,
      new Map(
        columns.map((column) => [
          column.name,
          {
            type: column.dataType.toLowerCase(),
            isNullable: column.isNullable,
            hasDefault: column.hasDefaultValue || column.isAutoIncrementing,
          },
        ]),
      ),
    ]),
  )
}
