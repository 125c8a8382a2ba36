import { sql } from 'kysely'
import type { DatabaseKind } from '../../platform/db/connect.ts'

/** A list of numbers as a subquery, of one parameter. */
export function docsInJson(kind: DatabaseKind, json: string) {
  return kind === 'sqlite'
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from jsonb_array_elements_text(${json}::jsonb))`
}
