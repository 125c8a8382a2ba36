import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { consolePath } from '../console-routes.ts'
import type { Language } from '../domain/places/locales.ts'
import { openShopDatabase } from '../server/backup/open-shop-database.ts'
import { catalogCounts } from '../server/catalog/products/product-queries.ts'
import { inviteStaff } from '../server/identity/staff/invitations.ts'
import { allStaff } from '../server/identity/staff/staff-queries.ts'
import type { OpenDatabase } from '../server/platform/db/connect.ts'
import { loadReferenceData } from '../server/platform/db/reference/reference-data.ts'
import type { Env } from '../server/platform/env.ts'
import { ShopSettings } from '../server/platform/settings/shop-settings.ts'
import { demoDomain, demoPassword } from '../server/preflight/demo-identity.ts'
import { demoAccounts, filledTables, hasPeople, isUntouched } from '../server/preflight/queries.ts'
import { demoCatalogue } from './demo/catalogue/demo-catalogue.ts'
import { demoLogins } from './demo/commerce/accounts.ts'
import { writePictures } from './demo/pictures.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { demoPictures } from './demo/write-catalogue.ts'
import { withDatabase } from './open-database.ts'
import { print, printError } from './print.ts'

type Say = (line: string) => void

const usage = `Usage: npm run shop -- seed demo [--if-empty]

Fills a shop without products and accounts with the demo: parts, pictures, customers, coupons and pages. Existing pages
and widgets are kept. The demo's customers get random passwords, printed once; on a loopback address
they have the published one. With --if-empty, nothing happens when the shop already has products.`

/** The `seed` command of `npm run shop`. */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage)
    return 0
  }
  if (args[0] !== 'demo') {
    printError('Say what to seed: npm run shop -- seed demo (--help says more).')
    return 2
  }
  return withDatabase((shop) => seedIfRequested(shop, args.includes('--if-empty')))
}

async function seedIfRequested(shop: OpenDatabase & { env: Env }, isFineWhenFilled: boolean): Promise<number> {
  const say = (line: string): void => print(line)
  if ((await catalogCounts(shop.db)).products > 0) {
    if (!isFineWhenFilled) printError('The shop has products already. The demo is only written into an empty shop.')
    return isFineWhenFilled ? 0 : 1
  }
  if (await hasPeople(shop.db)) {
    printError('The shop has customers, orders or coupons already. The demo is only written into an empty shop.')
    return 1
  }
  if ((await filledTables(shop.db, ['shop_settings'])).length > 0) {
    printError('The shop has settings of its own already. The demo is only written into an empty shop.')
    return 1
  }
  await seed(shop, shop.env, say)
  if (shop.env.isProduction)
    say('This is production, which refuses to start with demo accounts (ALLOW_DEMO_ACCOUNTS): npm run shop -- doctor')
  return 0
}

/**
 * Seeds an untouched database with the demo if the shop can only be reached from this machine; otherwise prints how to
 * seed it. Does nothing when the database contains anything of its own.
 */
export async function seedIfEmpty(env: Env, say: Say): Promise<void> {
  const open = await openShopDatabase(env)
  try {
    if (!(await isUntouched(open.db))) return
    if (env.isLoopback && !env.isProduction) await seed(open, env, say)
    else
      say(
        'The database is empty. Import products (npm run shop -- import), ' +
          'make a shop of your own (npm run shop -- init), or ask for the demo: npm run shop -- seed demo',
      )
  } finally {
    await open.db.destroy()
  }
}

/**
 * Describes how to sign in to the shop and to its console at `address`, when the database holds the demo with the
 * published password. As long as nobody works in the console, each call makes a new link for its owner.
 */
export async function demoSignIns(env: Env, address: string): Promise<string[]> {
  if (!env.isLoopback || env.isProduction) return []
  const open = await openShopDatabase(env)
  try {
    if ((await demoAccounts(open.db)).length === 0) return []
    return [...demoLogins(() => demoPassword), await consoleLine({ db: open.db, env }, address)]
  } finally {
    await open.db.destroy()
  }
}

async function consoleLine(shop: { db: OpenDatabase['db']; env: Env }, address: string): Promise<string> {
  const start = `${'Console, owner'.padEnd(16)}  ${shop.env.CONSOLE_ORIGIN ?? address}`
  if ((await allStaff(shop.db)).length > 0) return start + consolePath('sign-in')
  const actor = { staffId: null, name: 'npm start', address: 'command' }
  const owner = { email: `owner@${demoDomain}`, role: 'owner', language: 'en' } as const
  const { link } = await inviteStaff({ ...shop, now: () => new Date() }, actor, owner)
  const { pathname, search } = new URL(link)
  return start + pathname + search
}

/** Returns what the shop calls itself in each language. */
export async function brandNames(env: Env): Promise<Readonly<Record<Language, string>>> {
  const open = await openShopDatabase(env)
  try {
    return (await ShopSettings.open(open.db)).all.brand.name
  } finally {
    await open.db.destroy()
  }
}

/** Pictures are rendered first: until they are complete the database stays empty, and the next start continues. */
async function seed(open: OpenDatabase, env: Env, say: Say): Promise<void> {
  await loadReferenceData(open)
  const began = performance.now()
  const now = new Date()
  const catalogue = demoCatalogue('full', now)
  const wanted = demoPictures(catalogue.parts)
  say(`Drawing ${wanted.length} pictures of parts …`)
  await writePictures(wanted, join(env.SHOP_DATA, 'pictures'), everyQuarter(say))
  say('Writing the demo shop …')
  const passwordOf = passwordsFor(env)
  await seedDemo(open, { now, catalogue, passwordOf, isInUse: true })
  say(`The demo shop has ${catalogue.parts.length} products (${((performance.now() - began) / 1000).toFixed(0)} s).`)
  if (env.isLoopback && !env.isProduction) return
  say('Its customers sign in with these passwords, which are not shown again:')
  for (const login of demoLogins(passwordOf)) say(`  ${login}`)
  say('Its console: npm run shop -- staff invite EMAIL')
}

/** The published password when only this machine can reach the shop, else a random one for each account. */
function passwordsFor({ isLoopback, isProduction }: Env): (email: string) => string {
  if (isLoopback && !isProduction) return () => demoPassword
  const made = new Map<string, string>()
  return (email) => made.getOrInsertComputed(email, () => randomBytes(15).toString('base64url'))
}

function everyQuarter(say: Say): (done: number, of: number) => void {
  return (done, of) => {
    const quarter = Math.floor((done * 4) / of)
    if (quarter < 4 && quarter > Math.floor(((done - 1) * 4) / of)) say(`  ${quarter * 25} %`)
  }
}
