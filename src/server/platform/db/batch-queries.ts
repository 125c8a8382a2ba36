import { CompiledQuery, type Compilable } from 'kysely'
import type { Queryable } from './tables.ts'

/** Stands for several queries, which are its parameters; both drivers know it. */
export const several = '/* several */'

type Answers<Queries extends readonly Compilable<unknown>[]> = {
  [At in keyof Queries]: Queries[At] extends Compilable<infer Row> ? Row[] : never
}

/**
 * Runs queries that need nothing of each other, in this order, on one connection: they go to PostgreSQL in one message,
 * so that they cost one round trip. Each has its own snapshot, as if it had come alone.
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

/** The queries that such a query stands for; undefined for any other. */
export function severalOf(text: string, parameters: readonly unknown[]): readonly CompiledQuery[] | undefined {
  return text === several ? (parameters as readonly CompiledQuery[]) : undefined
}
