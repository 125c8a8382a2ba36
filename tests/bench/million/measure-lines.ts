import { setTimeout as sleep } from 'node:timers/promises'
import { figure, percentile, shortNumber, type Figure } from '../figure.ts'
import { Client, type Asked } from '../load/client.ts'
import { draws } from '../million-products.ts'
import type { ShopData, ShopProcess } from '../shop-process.ts'
import type { Line } from './million-lines.ts'
import { UsedTimes } from './used-time.ts'

/** What a line took: times of answers, those of its first requests (p50), and processor time of an answer, in ms. */
export type Measured = { line: Line; first: number; p50: number; p99: number; processor: number; slowest: string }

const maxDraws = 200

/** A page that waits for what lists keep in memory is given up by the shop after a while. */
const maxFirstListMs = 240_000

/** Asks for a list until it is answered. @returns the seconds from the first request on. */
export async function firstList(shop: ShopProcess, path: string): Promise<number> {
  const begun = performance.now()
  for (;;) {
    using client = new Client(shop.origin, 1)
    const status = await client.ask({ path }).then(
      (answered) => answered.status,
      () => undefined,
    )
    const passed = performance.now() - begun
    if (status === 200) return passed / 1_000
    if (passed > maxFirstListMs) throw new Error(`${path} was not answered after the start.`)
    await sleep(100)
  }
}

/**
 * Asks each line's requests one after the other, and measures the second half: the first ones compile what the line
 * runs, and read what the shop keeps in memory.
 * @throws when an answer is no success.
 */
export async function measureLines(shop: ShopProcess, data: ShopData, lines: readonly Line[]): Promise<Measured[]> {
  await using used = await UsedTimes.of(shop.pid, data)
  const measured: Measured[] = []
  for (const line of lines) {
    // A new connection: the shop closes one that was idle while the requests were made.
    using client = new Client(shop.origin, 1)
    const asked = await requestsOf(line, client)
    const half = Math.floor(asked.length / 2)
    const first: number[] = []
    for (const each of asked.slice(0, half)) first.push(await answer(client, each))
    const rest = await measure(line, asked.slice(half), client, used)
    measured.push({ ...rest, first: percentile(first, 0.5) })
  }
  return measured
}

async function requestsOf(line: Line, client: Client): Promise<Asked[]> {
  const draw = draws(42)
  const seen = new Set<string>()
  const asked: Asked[] = []
  while (asked.length < 2 * line.count) {
    const each = await newRequest(line, { draw, at: asked.length, client }, seen)
    if (!each) break
    asked.push(each)
  }
  return asked
}

async function newRequest(
  { ask, repeats }: Line,
  { draw, at, client }: { draw: (below: number) => number; at: number; client: Client },
  seen: Set<string>,
): Promise<Asked | undefined> {
  for (let tries = 0; tries < maxDraws; tries += 1) {
    const asked = await ask(draw, at, client)
    const key = `${asked.path} ${asked.headers?.['cookie'] ?? ''}`
    if (repeats || !seen.has(key)) {
      seen.add(key)
      return asked
    }
  }
  return undefined
}

async function answer(client: Client, asked: Asked): Promise<number> {
  const { status, ms } = await client.ask(asked)
  if (status !== 200) throw new Error(`${asked.method ?? 'GET'} ${asked.path} was answered ${status}.`)
  return ms
}

async function measure(line: Line, asked: readonly Asked[], client: Client, used: UsedTimes) {
  const times: number[] = []
  const before = await used.read()
  for (const each of asked) times.push(await answer(client, each))
  const after = await used.read()
  const slowest = asked[times.indexOf(Math.max(...times))]?.path ?? ''
  return {
    line,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    processor: (after.shop + after.database - before.shop - before.database) / times.length,
    slowest: decodeURIComponent(slowest),
  }
}

/** Two figures of a line; beside them the processor time, and how it grew from a smaller shop. */
export function lineFigures(engine: string, measured: Measured, smaller: Measured | undefined): Figure[] {
  const { line, first, p50, p99, processor, slowest } = measured
  const growth = smaller && `${shortNumber(processor / smaller.processor)}x of that in the smaller shop`
  const beside = [`first ${shortNumber(first)} ms`, `processor ${shortNumber(processor)} ms each`, growth]
    .filter(Boolean)
    .join(', ')
  return [
    figure(`${engine}: ${line.name}, p50`, p50, 'ms', { ...(line.bars.p50 && { bar: line.bars.p50 }), beside }),
    figure(`${engine}: ${line.name}, p99`, p99, 'ms', {
      ...(line.bars.p99 && { bar: line.bars.p99 }),
      beside: `slowest ${slowest.slice(0, 90)}`,
    }),
  ]
}
