import { rmSync } from 'node:fs'
import { createShop } from '../../src/server/create-shop.ts'
import { PasswordHasher } from '../../src/server/identity/login/password-hasher.ts'
import type { ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { parseEnv } from '../../src/server/platform/env.ts'
import { type Shop } from '../../src/server/shop.ts'
import { CachedRenderings } from './cached-renderings.ts'
import type { Content, DatabaseCopy } from './database-copy.ts'
import { copyDatabase, openCopy } from './test-database.ts'
import { unlimitedOrders } from './unlimited-orders.ts'

export type TestShop = Shop & AsyncDisposable
type Options = Parameters<typeof createShop>[1] & { seeded?: boolean; settings?: Readonly<Record<string, string>> }

/** The usual cost takes 21 ms of a processor for each password, which thousands of tests choose. */
export const cheapPasswords = { memory: 8, passes: 1, parallelism: 1 } as const

/**
 * The shop's services on a new database, without logging and with sandbox payments, without limits on orders unless
 * `settings` set them, with cheap hashes of passwords unless `passwords` are given, and with uploaded pictures that are
 * rendered once for all tests:
 * `await using shop = await freshShop({ now: () => new Date('2026-03-01') })`. `seeded` fills it with the fixture shop.
 */
export async function freshShop({ seeded = false, settings = {}, ...overrides }: Options = {}): Promise<TestShop> {
  const { env, open, drop } = await databaseOf(seeded ? 'fixture' : 'empty', overrides)
  const variables = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SANDBOX_PAYMENTS: '1',
    ...unlimitedOrders,
    ...settings,
    ...env,
  }
  const shop = await createShop(parseEnv(variables), {
    passwords: new PasswordHasher(cheapPasswords),
    ...(open && { open }),
    ...overrides,
  })
  const close = async (): Promise<void> => {
    await shop.close()
    await drop()
    rmSync(env.SHOP_DATA, { recursive: true, force: true, maxRetries: 5 })
  }
  const files = new CachedRenderings(env.SHOP_DATA)
  return { ...shop, files, close, [Symbol.asyncDispose]: close }
}

/** A shop that is watched opens its database itself. */
function databaseOf(content: Content, { isWatched }: Options): Promise<DatabaseCopy & { open?: ShopDatabase }> {
  return isWatched ? copyDatabase(content) : openCopy(content)
}
