import { rmSync } from 'node:fs'
import { parseEnv } from '../../src/server/env.ts'
import { createShop, type Shop } from '../../src/server/shop.ts'
import { copyDatabase } from './test-database.ts'

export type TestShop = Shop & AsyncDisposable

/**
 * The shop's services on a database of the test's own, silent and with sandbox payments:
 * `await using shop = await freshShop({ now: () => new Date('2026-03-01') })`.
 */
export async function freshShop(overrides: Parameters<typeof createShop>[1] = {}): Promise<TestShop> {
  const { env, drop } = await copyDatabase()
  const variables = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SANDBOX_PAYMENTS: '1', ...env }
  const shop = await createShop(parseEnv(variables), overrides)
  const close = async (): Promise<void> => {
    await shop.close()
    await drop()
    rmSync(env.SHOP_DATA, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...shop, close, [Symbol.asyncDispose]: close }
}
