import { readFileSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { freshShop, type TestShop } from '../support/test-shop.ts'

const commands = {
  order: () => import('../../src/tools/commands/order.ts'),
  coupon: () => import('../../src/tools/commands/coupon.ts'),
  'gift-card': () => import('../../src/tools/commands/gift-card.ts'),
  'price-list': () => import('../../src/tools/commands/price-list.ts'),
  deal: () => import('../../src/tools/commands/deal.ts'),
  payment: () => import('../../src/tools/commands/payment.ts'),
  payout: () => import('../../src/tools/commands/payout.ts'),
  user: () => import('../../src/tools/commands/user.ts'),
  quote: () => import('../../src/tools/commands/quote.ts'),
  rates: () => import('../../src/tools/commands/rates.ts'),
  request: () => import('../../src/tools/commands/request.ts'),
  category: () => import('../../src/tools/commands/category.ts'),
  product: () => import('../../src/tools/commands/product.ts'),
  content: () => import('../../src/tools/commands/content.ts'),
  backup: () => import('../../src/tools/commands/backup.ts'),
  restore: () => import('../../src/tools/commands/restore.ts'),
  version: () => import('../../src/tools/version.ts'),
  doctor: () => import('../../src/tools/doctor.ts'),
  retention: () => import('../../src/tools/commands/retention.ts'),
  settings: () => import('../../src/tools/commands/settings.ts'),
  init: () => import('../../src/tools/commands/init.ts'),
  migrate: () => import('../../src/tools/migrate.ts'),
  seed: () => import('../../src/tools/seed.ts'),
  synonym: () => import('../../src/tools/commands/synonym.ts'),
  numbers: () => import('../../src/tools/commands/numbers.ts'),
  staff: () => import('../../src/tools/commands/staff.ts'),
  vat: () => import('../../src/tools/commands/vat.ts'),
  import: () => import('../../src/tools/import.ts'),
  export: () => import('../../src/tools/commands/export.ts'),
  definitions: () => import('../../src/tools/commands/definitions.ts'),
  markups: () => import('../../src/tools/commands/markups.ts'),
  suppliers: () => import('../../src/tools/commands/suppliers.ts'),
  imports: () => import('../../src/tools/commands/imports.ts'),
  feeds: () => import('../../src/tools/commands/feeds.ts'),
  sources: () => import('../../src/tools/commands/sources.ts'),
  'api-keys': () => import('../../src/tools/commands/api-keys.ts'),
  purge: () => import('../../src/tools/commands/purge.ts'),
}
type Command = keyof typeof commands
type Ran = { code: number; out: string; err: string }
export type ShopCommands = AsyncDisposable & {
  shop: TestShop
  /** `npm run shop -- …`, with its output. */
  run: (name: Command, ...args: string[]) => Promise<Ran>
  /** The same with --json; returns its answer. */
  json: (name: Command, ...args: string[]) => Promise<unknown>
  file: (name: string) => string
  read: (name: string) => Buffer
}

type Options = Pick<NonNullable<Parameters<typeof freshShop>[0]>, 'invalidate' | 'seeded'>

/**
 * `npm run shop -- …` in this process, with its output: a process of its own takes half a second to load the shop. The
 * environment names the shop.
 */
export async function runCommand(name: Command, ...args: string[]): Promise<Ran> {
  const { run } = await commands[name]()
  return withOutput(() => run(args))
}

/** What is done, with what it prints. */
export async function withOutput(run: () => Promise<number>): Promise<Ran> {
  const printed = { out: '', err: '' }
  const [log, error] = [
    vi.spyOn(console, 'log').mockImplementation((line) => {
      printed.out += `${line}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((line) => {
      printed.err += `${line}\n`
    }),
  ]
  const code = await run().finally(() => [log, error].forEach((spy) => spy.mockRestore()))
  return { code, ...printed }
}

/**
 * The fixture shop, or an empty one, and the commands of operators on it, today, on the database of the vitest project.
 */
export async function shopCommands(options: Options = {}): Promise<ShopCommands> {
  const shop = await freshShop({ seeded: true, ...options })
  vi.stubEnv('SHOP_DATA', shop.env.SHOP_DATA)
  vi.stubEnv('DATABASE_URL', shop.env.DATABASE_URL ?? '')
  const json = async (name: Command, ...args: string[]): Promise<unknown> =>
    JSON.parse((await runCommand(name, ...args, '--json')).out)
  const file = (name: string) => path.join(shop.env.SHOP_DATA, name)
  return {
    shop,
    run: runCommand,
    json,
    file,
    read: (name) => readFileSync(file(name)),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}
