import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../../src/server/platform/db/connect.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { createPriceList } from '../../../src/server/pricing/price-lists/edit-price-lists.ts'
import { priceListById, rowsIdOf } from '../../../src/server/pricing/price-lists/price-list-queries.ts'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { endWithBench } from '../../bench/own-processes.ts'
import { shopVariables, type ShopData } from '../../bench/shop-process.ts'
import { manyListRows, writeManyPrices } from '../../support/many-prices.ts'
import { numbers } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { ConsoleSession } from './console-session.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { MovedClock } from './moved-time.ts'

const prices = 20_000
const withinMs = 120_000
const maxRepeats = 3
/** Rows that a killed process has left are deleted when it has written nothing for ten minutes. */
const abandonedSeconds = 11 * 60

/** Kills imports of a price list at random moments, in a command and in the shop, and repeats each. */
export const priceLists: Campaign = {
  name: 'price-lists',
  about: '24 x kill -9 at random moments of the import of 20,000 agreed prices, by a command and in the console',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await killsOn(ground, engine)))
    return findings
  },
}

/** The prices of a list, which begin at one amount and grow by one; `isWhole` if they are nothing else. */
type Stored = { version: number; amount: number; isWhole: boolean; entries: number; notes: number }
type Scene = { data: ShopData; db: Database; id: string }
type Killed = { before: Stored; after: Stored; amount: number; isRepeated: boolean }

async function killsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  await addPrices(data)
  return withDatabase(data, async (db) => {
    const terms = { name: 'Agreement', startsAt: null, endsAt: null, buyers: { customers: [], organizations: [] } }
    const id = await createPriceList({ db, now: () => new Date() }, 'faults', { ...terms, currency: 'SEK' })
    const scene = { data, db, id }
    const each = ground.size(12, 2)
    const killed = [...(await commandKills(scene, each)), ...(await consoleKills(scene, each))]
    const left = await rowsOfNobody(db)
    const cleared = await clearedByShop(scene)
    return judge(engine, killed, { left, cleared })
  })
}

async function addPrices({ folder, databaseUrl }: ShopData): Promise<void> {
  const open = connect(databaseUrl ? { postgresUrl: databaseUrl } : { sqliteFile: path.join(folder, 'shop.db') })
  await writeManyPrices(open, prices)
  await open.db.destroy()
}

/** The amounts of each import are its own, so that a repeated one changes every price again. */
const amountOf = (round: number): number => 1_000 + round * 2 * prices

async function commandKills(scene: Scene, kills: number): Promise<Killed[]> {
  const file = path.join(scene.data.folder, 'prices.csv')
  const importPrices = async (amount: number, killAfterMs?: number) => {
    const rows = manyListRows(amount, prices).map(({ sku, amount: minor }) => `${sku},${(minor / 100).toFixed(2)}`)
    writeFileSync(file, `SKU,Net price\n${rows.join('\n')}\n`)
    return shopCommand(scene.data, ['price-list', 'import', scene.id, file, '--replace'], killAfterMs)
  }
  const begun = performance.now()
  await importPrices(amountOf(0))
  const wholeMs = performance.now() - begun
  const killed: Killed[] = []
  for (const round of numbers(kills)) {
    const [amount, before] = [amountOf(1 + round), await stored(scene)]
    await importPrices(amount, Math.random() * wholeMs)
    const after = await stored(scene)
    if (after.amount !== amount) await importPrices(amount)
    killed.push({ before, after, amount, isRepeated: isOf(await stored(scene), amount) })
  }
  return killed
}

/** Runs `npm run shop -- …`, and kills it after a time. */
async function shopCommand(data: ShopData, args: readonly string[], killAfterMs?: number): Promise<void> {
  const program = path.join(projectRoot, 'src/tools/shop.ts')
  const env = { ...process.env, ...shopVariables(data) }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: 'ignore' })
  endWithBench(child, 'SIGKILL')
  const exited = once(child, 'exit')
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code] = await exited
  if (killAfterMs === undefined && code !== 0) throw new Error(`shop ${args.join(' ')} ended with ${code}.`)
}

async function consoleKills(scene: Scene, kills: number): Promise<Killed[]> {
  let shop = await FaultShop.start(scene.data)
  const session = await ConsoleSession.open(scene.data, shop.origin)
  const importPrices = async (amount: number) => {
    const { version } = await stored(scene)
    const rows = manyListRows(amount, prices).map(({ sku, amount: minor }) => `${sku}\t${(minor / 100).toFixed(2)}`)
    const fields = { action: 'import', mode: 'replace', version: String(version), rows: rows.join('\n') }
    return session.send(shop.origin, `/console/price-lists/${scene.id}`, Object.entries(fields))
  }
  const begun = performance.now()
  const { status } = await importPrices(amountOf(50))
  if (status !== 303) throw new Error(`An import in the console was answered ${status}.`)
  const wholeMs = performance.now() - begun
  const killed: Killed[] = []
  for (const round of numbers(kills)) {
    const [amount, before] = [amountOf(51 + round), await stored(scene)]
    const sent = importPrices(amount).catch(() => undefined)
    await sleep(Math.random() * wholeMs)
    await shop.kill()
    await sent
    const after = await stored(scene)
    shop = await FaultShop.start(scene.data)
    // As by a person who looks whether it is there, and sends it again.
    for (const _ of numbers(maxRepeats)) {
      if ((await stored(scene)).amount === amount) break
      await importPrices(amount).catch(() => undefined)
    }
    killed.push({ before, after, amount, isRepeated: isOf(await stored(scene), amount) })
  }
  await shop.end('SIGTERM')
  return killed
}

const isOf = ({ isWhole, amount }: Stored, wanted: number): boolean => isWhole && amount === wanted

/** What a list has now, and how many changes of its own and entries of the log there are. */
async function stored({ db, id }: Pick<Scene, 'db' | 'id'>): Promise<Stored> {
  // What a killed process had sent to PostgreSQL may still be carried out.
  await sleep(50)
  const list = await priceListById(db, id)
  if (!list) throw new Error('The list is gone.')
  const rows = await db
    .selectFrom('price_list_rows')
    .select(['product_id', 'amount'])
    .where('list_id', '=', rowsIdOf(list))
    .orderBy('product_id')
    .execute()
  const amount = rows[0]?.amount ?? 0
  const isWhole =
    list.row_count === rows.length && rows.every((row, at) => row.amount === amount + at) && rows.length === prices
  const changes = await db.selectFrom('price_list_changes').select('version').where('list_id', '=', id).execute()
  const log = await db
    .selectFrom('audit_log')
    .select('id')
    .where('operation', '=', 'price_lists.rows')
    .where('subject_id', '=', id)
    .execute()
  return { version: list.version, amount, isWhole, entries: log.length, notes: changes.length }
}

/** Rows of lists and of their changes that no list has: what killed imports have written. */
async function rowsOfNobody(db: Database): Promise<number> {
  const lists = await db.selectFrom('price_lists').selectAll().execute()
  const changes = await db.selectFrom('price_list_changes').select(['list_id', 'rows_id']).execute()
  const rows = await db
    .selectFrom('price_list_rows')
    .select('product_id')
    .where('list_id', 'not in', lists.map(rowsIdOf))
    .execute()
  const history = await db
    .selectFrom('price_list_changed_rows')
    .select('product_id')
    .where(
      'list_id',
      'not in',
      changes.map(({ list_id, rows_id }) => rows_id ?? list_id),
    )
    .execute()
  return rows.length + history.length
}

/** The shop starts again eleven minutes later; returns how many rows of nobody are left, and of notes about them. */
async function clearedByShop({ data, db }: Scene): Promise<number> {
  using clock = new MovedClock()
  clock.move(abandonedSeconds)
  await using _ = await FaultShop.start(data, clock.env)
  const left = async () => {
    const notes = await db.selectFrom('price_list_leftovers').select('part').execute()
    return notes.length + (await rowsOfNobody(db))
  }
  const begun = performance.now()
  while ((await left()) > 0 && performance.now() - begun < withinMs) await sleep(500)
  return left()
}

type End = { left: number; cleared: number }

function judge(engine: Engine, killed: readonly Killed[], { left, cleared }: End): Finding[] {
  const what = (text: string) => `price-lists: ${text}`
  const isChanged = ({ before, after }: Killed) => after.version === before.version + 1
  const broken = killed.filter(({ before, after, amount }) => {
    const isKept = after.version === before.version && isOf(after, before.amount)
    return !isKept && !(after.version === before.version + 1 && isOf(after, amount))
  })
  const unnoted = killed.filter((each) => each.after.notes - each.before.notes !== Number(isChanged(each)))
  // The command writes no entry of the log; an entry without its change, or the other way around, is wrong.
  const inConsole = killed.slice(killed.length / 2)
  const unlogged = inConsole.filter((each) => each.after.entries - each.before.entries !== Number(isChanged(each)))
  const unrepeated = killed.filter(({ isRepeated }) => !isRepeated)
  const beside = `${killed.length} times killed, ${killed.filter(isChanged).length} after the last transaction`
  return [
    count(what('lists with prices of neither before nor after'), broken.length, { exactly: 0 }, { engine, beside }),
    count(what('changes that are not noted exactly once'), unnoted.length, { exactly: 0 }, { engine }),
    count(what('changes in the console that are not logged exactly once'), unlogged.length, { exactly: 0 }, { engine }),
    count(what('imports that could not be repeated'), unrepeated.length, { exactly: 0 }, { engine }),
    count(what('rows that killed imports had left'), left, { atLeast: 250 }, { engine }),
    count(what('rows left after eleven minutes and a start'), cleared, { exactly: 0 }, { engine }),
  ]
}
