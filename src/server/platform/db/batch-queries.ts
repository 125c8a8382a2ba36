import { CompiledQuery, type Compilable } from 'kysely'
import type { Queryable } from './tables.ts'

/** The SQL text that marks a batch; its parameters are the queries. Both drivers recognize it. */
const several = '/* several */'

type Answers<Queries extends readonly Compilable<unknown>[]> = {
  [At in keyof Queries]: Queries[At] extends Compilable<infer Row> ? Row[] : never
}

/**
 * Runs independent queries in this order on one connection: PostgreSQL gets them in one message, for one round trip.
 * Each has its own snapshot, as if it ran alone.
 */
export async function batchQueries<const Queries extends readonly Compilable<unknown>[]>(
  db: Queryable,
  ...queries: Queries
): Promise<Answers<Queries>> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(
      several,
      queries.map((query) => query.compile()),
    ),
  )
  return rows as unknown as Answers<Queries>
}

/** Returns the queries of a batch; undefined for any other query. */
export function severalOf(text: string, parameters: readonly unknown[]): readonly CompiledQuery[] | undefined {
  return text === several ? (parameters as readonly CompiledQuery[]) : undefined
}
