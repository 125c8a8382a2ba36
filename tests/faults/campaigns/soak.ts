import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import { median } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import type { Memory } from '../../bench/process-usage.ts'
import { isConfirmation, look, numbers, orBroken, place, startCheckout, stockedProducts } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'

const fullMinutes = 30
const shareOfFull = 0.7
const probeSeconds = 8
/** Growth is measured from a sixth of the time on: minute 5 of 30. */
const settledAfter = 1 / 6

/** A long run in small: an even load of pages, searches, carts and orders, and the memory use meanwhile. */
export const soak: Campaign = {
  name: 'soak',
  about: '30 minutes at 70 % load',
  isUsual: false,
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await soakOn(ground, engine)))
    return findings
  },
}

type Work = (at: number) => Promise<boolean>

async function soakOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const seconds = ground.size(fullMinutes * 60, 12)
  const data = await ground.newShop(engine)
  const [product] = await stockedProducts(data, 10_000_000, 1)
  const { productPaths, names } = await readCatalogue(data, 'sv', 2_000)
  await using shop = await FaultShop.start(data)
  using client = new Client(shop.origin, 64)
  const sku = product?.sku ?? ''
  const seen = await look(client, await startCheckout(client, [{ sku, quantity: 1 }]))
  const work = workOf(client, { paths: productPaths, names, sku, seen })
  const full = await fullSpeed(work)
  const failures: boolean[] = []
  const memory: Sample[] = []
  const begun = performance.now()
  const watch = setInterval(
    () => memory.push({ at: (performance.now() - begun) / 1000, ...shop.memory }),
    Math.min(1_000, seconds * 10),
  )
  const running = new Set<Promise<void>>()
  const perSecond = full * shareOfFull
  for (let at = 0; performance.now() - begun < seconds * 1000; at += 1) {
    const one = noted(work(at), failures).finally(() => running.delete(one))
    running.add(one)
    await sleep(Math.max(0, begun + ((at + 1) * 1000) / perSecond - performance.now()))
  }
  clearInterval(watch)
  await Promise.all(running)
  return [
    growthOf(memory, seconds, engine),
    count(
      'soak: requests that failed',
      failures.length,
      { exactly: 0 },
      { engine, beside: `at ${perSecond.toFixed(0)} of ${full.toFixed(0)} requests/s` },
    ),
  ]
}

type Sample = Memory & { at: number }

/** Compares the median after the first minutes with the one at the end. */
function growthOf(memory: readonly Sample[], seconds: number, engine: Engine): Finding {
  const span = Math.max(5, seconds / 20)
  const from = (start: number) => memory.filter(({ at }) => at >= start && at < start + span)
  const [settled, last] = [from(seconds * settledAfter), from(seconds - span)]
  const [before, after] = [
    median(settled.map(({ residentMB }) => residentMB)),
    median(last.map(({ residentMB }) => residentMB)),
  ]
  const own = [settled, last].map((samples) => median(samples.map(({ ownMB }) => ownMB)).toFixed(0)).join(' and ')
  const minutes = [seconds * settledAfter, seconds].map((each) => (each / 60).toFixed(1)).join(' and ')
  const beside =
    `${before.toFixed(0)} and ${after.toFixed(0)} MB after ${minutes} min, ` +
    `${own} MB of it not mapped files; peak ${memory.at(-1)?.peakMB.toFixed(0)} MB`
  return timing('soak: growth of memory', (after / before - 1) * 100, '%', { engine, bar: { atMost: 5 }, beside })
}

async function noted(work: Promise<boolean>, failures: boolean[]): Promise<void> {
  if (!(await work)) failures.push(false)
}

type Errand = { paths: readonly string[]; names: readonly string[]; sku: string; seen: string }

/** Of twenty requests fifteen are pages, two searches, two carts and one an order; each reports success. */
function workOf(client: Client, { paths, names, sku, seen }: Errand): Work {
  return async (at) => {
    const kind = at % 20
    if (kind === 0) {
      const checkout = await startCheckout(client, [{ sku, quantity: 1 }]).catch(() => undefined)
      return checkout !== undefined && isConfirmation(await orBroken(place(client, checkout, { seen })), checkout)
    }
    if (kind < 3)
      return isFound(client.postJson('/api/sync-cart?locale=sv', { items: [{ sku, quantity: 1 + (at % 9) }] }))
    const name = names[at % names.length] ?? ''
    if (kind < 5)
      return isFound(
        client.ask({ path: `/api/products?locale=sv&query=${encodeURIComponent(name.slice(0, 4 + (at % 12)))}` }),
      )
    return isFound(client.ask({ path: paths[(at * 7) % paths.length] ?? '/sv' }))
  }
}

async function isFound(answer: ReturnType<Client['ask']>): Promise<boolean> {
  return (await orBroken(answer)).status === 200
}

/** Requests per second of sixteen shoppers without pauses. */
async function fullSpeed(work: Work): Promise<number> {
  const end = performance.now() + probeSeconds * 1000
  let done = 0
  await Promise.all(
    numbers(16).map(async (shopper) => {
      for (let at = shopper; performance.now() < end; at += 16) {
        await work(at)
        done += 1
      }
    }),
  )
  return done / probeSeconds
}
