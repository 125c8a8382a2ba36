import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import { shopVariables, type ShopData } from '../../bench/shop-process.ts'
import { look, numbers, place, pooled, startCheckout, isConfirmation, stockedProducts, typed } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'

const engine = 'SQLite'
const ordersBefore = 20
const pageBytes = 4096
/** The first byte of a page of a table or index. */
const treePages = new Set([2, 5, 10, 13])

/** Damaged files, found at start and replaced by a backup; and a second process on one file. */
export const damaged: Campaign = {
  name: 'damaged',
  about: 'SQLite files with damaged pages, and a second process on one file',
  run: async (ground) => (ground.engines.includes(engine) ? damageAndRestore(ground) : []),
}

async function damageAndRestore(ground: Ground): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const second = await sellAndTrySecond(data)
  const backup = shopCommand(data, ['backup', '--json'])
  const { file } = JSON.parse(backup.said) as { file: string }
  const database = path.join(data.folder, 'shop.db')
  const whole = readFileSync(database)
  const ways = waysToDamage(whole, ground.size(40, 6))
  const said: string[] = []
  for (const damage of ways) {
    for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
    writeFileSync(database, whole)
    damage(database)
    said.push(await refusalOf(data))
  }
  const found = said.filter((sentence) => sentence.includes('is damaged'))
  const offered = said.filter((sentence) => sentence.includes(`restore ${file} --yes`))
  const restored = shopCommand(data, ['restore', file, '--yes'])
  const orders = restored.code === 0 ? await ordersOf(data) : 0
  const serves = await refusalOf(data)
  return [
    second,
    count('damaged: found at start', found.length, { exactly: ways.length }, { engine, beside: missed(said) }),
    count('damaged: the backup is offered', offered.length, { exactly: ways.length }, { engine }),
    count('damaged: orders after the offered command', orders, { exactly: ordersBefore }, { engine }),
    count('damaged: serves again', Number(serves === ''), { exactly: 1 }, { engine, beside: serves.slice(0, 200) }),
  ]
}

function missed(said: readonly string[]): string {
  return said.find((sentence) => !sentence.includes('is damaged'))?.slice(0, 200) ?? ''
}

/** Takes the orders, and meanwhile starts another process on the same file. */
async function sellAndTrySecond(data: ShopData): Promise<Finding> {
  const [product] = await stockedProducts(data, 1_000, 1)
  await using shop = await FaultShop.start(data)
  using client = new Client(shop.origin, 8)
  const items = [{ sku: product?.sku ?? '', quantity: 1 }]
  const seen = await look(client, await startCheckout(client, items))
  const confirmed = await pooled(numbers(ordersBefore), 4, async () => {
    const checkout = await startCheckout(client, items)
    return isConfirmation(await place(client, checkout, { seen }), checkout)
  })
  const refusals = await pooled(numbers(3), 3, () => refusalOf(data))
  const refused = refusals.filter((sentence) => sentence.includes('already served by another process'))
  const stillServes = (await client.ask({ path: '/en' })).status === 200 && confirmed.every(Boolean)
  return count(
    'damaged: second processes refused with a sentence',
    refused.length,
    { exactly: 3 },
    {
      engine,
      beside: stillServes ? 'the first one goes on' : 'the first one ended',
    },
  )
}

/** What the shop says instead of starting; empty when it starts. */
async function refusalOf(data: ShopData): Promise<string> {
  try {
    await using _ = await FaultShop.start(data)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Damage = (file: string) => void

/** Pages of tables and indexes, spread over the file, are overwritten; and the file as a whole is spoilt. */
function waysToDamage(whole: Buffer, pages: number): Damage[] {
  const trees = numbers(whole.length / pageBytes).filter((at) => at > 0 && treePages.has(whole[at * pageBytes] ?? 0))
  const chosen = numbers(pages).map((at) => trees[Math.floor((at * trees.length) / pages)] ?? 1)
  return [
    (file) => overwrite(file, 0, Buffer.from('This is my shopping list.')),
    (file) => truncateSync(file, Math.floor(whole.length / pageBytes / 2) * pageBytes),
    ...chosen.map(
      (page, at): Damage =>
        (file) =>
          overwrite(file, page * pageBytes, filler(at)),
    ),
  ]
}

const filler = (at: number): Buffer => Buffer.alloc(pageBytes, at % 2 === 0 ? 0 : 0xa5)

function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

function ordersOf(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('email', '=', typed['email'] ?? '')
      .execute()
    return rows.length
  })
}

/** Runs `npm run shop -- …` on this shop. */
function shopCommand(data: ShopData, args: string[]): { code: number | null; said: string } {
  const program = path.join(projectRoot, 'src/tools/shop.ts')
  const env = { ...process.env, ...shopVariables(data) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' })
  if (status !== 0) console.log(`shop ${args.join(' ')}: ${stderr.trim()}`)
  return { code: status, said: stdout }
}
