import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Shop } from '../../ordering/shop.ts'

/** The size of the database in bytes, with its log; null where it cannot be read. */
export async function databaseBytes({ db, kind, env }: Pick<Shop, 'db' | 'kind' | 'env'>): Promise<number | null> {
  if (kind === 'postgres') {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return Number(rows[0]?.bytes ?? 0)
  }
  const sizes = ['shop.db', 'shop.db-wal'].map((name) => stat(join(env.SHOP_DATA, name)).catch(() => undefined))
  const [file, log] = await Promise.all(sizes)
  return file ? file.size + (log?.size ?? 0) : null
}
