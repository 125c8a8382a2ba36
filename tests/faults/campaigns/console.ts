import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { mailFiles } from '../../support/mailbox.ts'
import { look, numbers, place, pooled, shopperHeaders, startCheckout, stockedProducts } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { refundsOn } from './console-refunds.ts'
import { ConsoleSession } from './console-session.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'

const unitsInStock = 1_000_000
const kills = 6
const withinMs = 60_000
/** A mail that a killed process was sending is tried again two minutes later. */
const mailsWithinMs = 180_000

/** Kills the shop while staff ship many orders at once; two people and a broken provider meet one refund. */
export const staffAtWork: Campaign = {
  name: 'console',
  about: 'kill -9 in the middle of 200 shipments; one refund by two people, with the provider down',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines)
      findings.push(...(await bulkOn(ground, engine)), ...(await refundsOn(ground, engine)))
    return findings
  },
}

async function bulkOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const size = Math.min(200, ground.size(200, 40))
  const data = await ground.newShop(engine)
  const [product] = await stockedProducts(data, unitsInStock, 1)
  let shop = await FaultShop.start(data)
  await buy(shop, product?.sku ?? '', size)
  return withDatabase(data, async (db) => {
    const ids = await newOrders(db, size)
    const session = await ConsoleSession.open(data, shop.origin)
    const form = [['action', 'ship'], ['key', randomUUID()], ...ids.map((id) => ['row', id])] as [string, string][]
    const broken: string[] = []
    const moments: number[] = []
    let isSent = false
    for (const kill of numbers(kills)) {
      if (!isSent) void session.send(shop.origin, '/console/packing', form).catch(() => undefined)
      isSent = true
      moments.push(await killAfter(db, shop, Math.floor(((kill + Math.random()) * size) / kills)))
      broken.push(...(await halfDone(db, ids)))
      shop = await FaultShop.start(data)
    }
    // The form is sent once more, as by a person who had no answer.
    const again = await session.send(shop.origin, '/console/packing', form)
    const isOver = await until(async () => (await openRuns(db)) === 0)
    const listed = await session.get(shop.origin, again.location)
    await until(async () => (await waitingMails(db)) === 0, mailsWithinMs)
    await shop.end('SIGTERM')
    return judge({ engine, data, db, ids, broken, moments, isOver, listed: listed.text })
  })
}

async function buy(shop: FaultShop, sku: string, size: number): Promise<void> {
  using client = new Client(shop.origin, 8)
  const seen = await look(client, await startCheckout(client, [{ sku, quantity: 1 }]))
  await pooled(numbers(size), 4, async (at) => {
    const headers = shopperHeaders(at)
    const checkout = await startCheckout(client, [{ sku, quantity: 1 }], { headers })
    const { status } = await place(client, checkout, { seen }, headers)
    if (status !== 303) throw new Error(`An order was answered ${status}.`)
  })
}

async function newOrders(db: Database, size: number): Promise<string[]> {
  const rows = await db.selectFrom('orders').select('id').orderBy('seq', 'desc').limit(size).execute()
  return rows.map(({ id }) => id)
}

/** Kills the shop as soon as so many rows are done; returns how many were. */
async function killAfter(db: Database, shop: FaultShop, min: number): Promise<number> {
  await until(async () => (await doneRows(db)) >= min)
  await shop.kill()
  return doneRows(db)
}

async function doneRows(db: Database): Promise<number> {
  const rows = await db.selectFrom('bulk_rows').select('position').where('state', '=', 'done').execute()
  return rows.length
}

async function openRuns(db: Database): Promise<number> {
  const rows = await db.selectFrom('bulk_runs').select('id').where('done_at', 'is', null).execute()
  return rows.length
}

async function waitingMails(db: Database): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
  return rows.length
}

/** Orders that are neither untouched nor shipped once with everything that belongs to it. */
async function halfDone(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('bulk_rows').select(['subject_id', 'state']).execute()
  const orders = await db.selectFrom('orders').select(['id', 'status']).where('id', 'in', ids).execute()
  const [shipments, entries, events, mails] = [
    await shippedOrders(db),
    await db.selectFrom('audit_log').select('subject_id as id').where('operation', '=', 'orders.ship').execute(),
    await db.selectFrom('order_events').select('order_id as id').where('to_status', '=', 'shipped').execute(),
    await mailedOrders(db),
  ]
  const times = (found: readonly { id: string }[], id: string) => found.filter((each) => each.id === id).length
  return orders.flatMap(({ id, status }) => {
    const isDone = rows.some((row) => row.subject_id === id && row.state === 'done')
    const counted = [shipments, entries, events, mails].map((found) => times(found, id))
    const wanted = isDone ? ['shipped', 1, 1, 1, 1] : ['confirmed', 0, 0, 0, 0]
    return wanted.join() === [status, ...counted].join() ? [] : [`${isDone} ${status} ${counted.join()}`]
  })
}

async function shippedOrders(db: Database) {
  return db.selectFrom('shipments').select(['id as shipmentId', 'order_id as id']).execute()
}

/** The orders of the mails about parcels that are sent or wait to be. */
async function mailedOrders(db: Database) {
  const keys = await db.selectFrom('outbox').select('dedupe_key').where('kind', '=', 'mail.order_shipped').execute()
  const shipped = await shippedOrders(db)
  return keys.flatMap(({ dedupe_key: key }) => shipped.filter(({ shipmentId }) => key.endsWith(shipmentId)))
}

type End = {
  engine: Engine
  data: ShopData
  db: Database
  ids: readonly string[]
  broken: readonly string[]
  moments: readonly number[]
  isOver: boolean
  listed: string
}

async function judge({ engine, data, db, ids, broken, moments, isOver, listed }: End): Promise<Finding[]> {
  const size = ids.length
  const left = await halfDone(db, ids)
  const runs = await db.selectFrom('bulk_runs').select('id').execute()
  const files = mailFiles(data.folder)
  const sent = (await shippedOrders(db)).filter(({ shipmentId }) => files.some((file) => file.includes(shipmentId)))
  const stock = await db
    .selectFrom('stock')
    .select(({ fn }) => fn.max<number>('on_hand').as('units'))
    .executeTakeFirst()
  const beside = `killed at ${moments.join(', ')} of ${size}`
  return [
    count('console: runs of the form that was sent twice', runs.length, { exactly: 1 }, { engine }),
    count('console: run ended after the last restart', Number(isOver), { exactly: 1 }, { engine, beside }),
    count('console: kills in the middle', moments.filter((at) => at < size).length, { atLeast: 3 }, { engine, beside }),
    count(
      'console: orders half done after a kill',
      broken.length + left.length,
      { exactly: 0 },
      { engine, beside: [...new Set([...broken, ...left])].slice(0, 3).join('; ') },
    ),
    count('console: rows that are done', await doneRows(db), { exactly: size }, { engine }),
    count(
      'console: rows that the page lists as done',
      listed.split(/class="tag good[^"]*"/).length - 1,
      { exactly: size },
      { engine },
    ),
    count('console: parcels whose mail is sent', sent.length, { exactly: size }, { engine }),
    count('console: units left', Number(stock?.units ?? 0), { exactly: unitsInStock - size }, { engine }),
  ]
}

/** Whether it comes true in time. */
async function until(holds: () => Promise<boolean>, maxMs = withinMs): Promise<boolean> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > maxMs) return false
    await sleep(10)
  }
  return true
}
