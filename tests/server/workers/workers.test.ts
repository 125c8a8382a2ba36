import { spawnSync } from 'node:child_process'
import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases } from '../../support/cases.ts'
import { freePort } from '../../support/free-port.ts'
import { isAlive, ManyWorkers, type Answered } from './many-workers.ts'

/** As many requests as there can be, or one that nearly always runs, which leaves the processor to others. */
const [asOften, atLength] = ['/test/pid', '/test/wait?ms=15']

/** Asking more often takes the processor from the processes that are waited for. */
const poll = { timeout: 100_000, interval: 200 }

/** Sends requests one after the other, until told to end, on new connections or on one that is kept. */
function keepAsking(shop: ManyWorkers, path: string, agent?: Agent): { end: () => Promise<Answered[]> } {
  const over = new AbortController()
  const run = async (): Promise<Answered[]> => {
    const answers: Answered[] = []
    while (!over.signal.aborted) answers.push(await shop.ask(path, agent && { agent }))
    return answers
  }
  const running = run()
  return {
    end: () => {
      over.abort()
      return running
    },
  }
}

const failed = (answers: readonly Answered[]) => answers.filter(({ status }) => status !== 200)
const repeated = <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, make))

describe('several workers', () => {
  let shop: ManyWorkers
  let metricsPort: number

  beforeAll(async () => {
    metricsPort = await freePort()
    // A burst of these tests that comes to one worker alone would be more than one network may ask at once.
    const limits = { REQUESTS_AT_ONCE: '200', REQUESTS_PER_NETWORK: '200' }
    shop = await ManyWorkers.start({ METRICS_PORT: String(metricsPort), DRAIN_SECONDS: '1', ...limits })
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  /** The two that serve; the one that a test before replaced may just be starting. */
  const both = async (): Promise<number[]> => {
    let pids: number[] = []
    await expect.poll(async () => (pids = await shop.pids()).length, poll).toBe(2)
    return pids
  }

  const figure = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  test('share one port, the cache of pages, the limits, and the jobs that one of them does', async () => {
    for (let round = 0; round < 5; round += 1) {
      await repeated(8, () => shop.ask('/sv'))
      const html = `<p>Rea ${round}</p>`
      const changed = await shop.ask(`/test/message?html=${encodeURIComponent(html)}`, { method: 'POST' })
      expect(changed.status).toBe(200)
      const shown = (await repeated(8, () => shop.ask('/sv'))).map(({ body }) => JSON.parse(body))
      expect(shown.map(({ text }) => text)).toEqual(Array(8).fill(html))
      expect(new Set(shown.map(({ pid }) => pid)).size).toBe(2)
    }
    for (const [limit, points] of [
      ['clientErrors', 30],
      ['trackOrder', 20],
    ] as const) {
      const taken = await repeated(points + 10, () => shop.ask(`/test/take?limit=${limit}`, { method: 'POST' }))
      expect(taken.filter(({ body }) => JSON.parse(body).isWithin)).toHaveLength(points)
    }
    const told = await repeated(8, () => shop.ask('/test/jobs'))
    for (const { body } of told) expect(JSON.parse(body).map(({ name }: { name: string }) => name)).toContain('outbox')
  })

  test('answer every request while one that ended unasked is replaced; figures of METRICS_PORT count on', async () => {
    const counted = 'http_requests_total{status="404"}'.replace(/[{}]/g, '\\$&')
    const ended = await figure('shop_workers_replaced_total')
    const [one = 0, other = 0] = await both()
    await repeated(40, () => shop.ask('/test/none'))
    expect(await figure(counted)).toBe(40)
    expect(await figure('shop_workers')).toBe(2)
    const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    const places = await Promise.all(agents.map(async (agent) => Number((await shop.ask('/test/pid', { agent })).body)))
    const atOther = agents.filter((_, at) => places[at] === other).map((agent) => keepAsking(shop, atLength, agent))
    expect(atOther).not.toHaveLength(0)
    process.kill(one, 'SIGKILL')
    await expect.poll(() => isAlive(one), { timeout: 60_000 }).toBe(false)
    await expect.poll(async () => (await shop.pids()).filter((pid) => pid !== one).length, poll).toBe(2)
    expect(failed(await repeated(40, () => shop.ask('/test/pid')))).toEqual([])
    const answers = (await Promise.all(atOther.map((asking) => asking.end()))).flat()
    expect(failed(answers)).toEqual([])
    expect(new Set(answers.map(({ body }) => Number(body)))).toEqual(new Set([other]))
    expect(shop.output).toContain('a worker ended and is replaced')
    await expect.poll(() => figure('shop_workers'), poll).toBe(2)
    expect(await figure('shop_workers_replaced_total')).toBe(ended + 1)
    await repeated(10, () => shop.ask('/test/none'))
    expect(await figure(counted)).toBe(50)
    for (const agent of agents) agent.destroy()
  })

  test('take the connection that was on its way to one that ended', async () => {
    const [one = 0, other] = await both()
    process.kill(one, 'SIGSTOP')
    const running = Array.from({ length: 10 }, () => shop.ask('/test/pid'))
    await Promise.race(running)
    process.kill(one, 'SIGKILL')
    const answers = await Promise.all(running)
    expect(failed(answers)).toEqual([])
    expect(answers.map(({ body }) => Number(body))).toContain(other)
    await expect.poll(async () => (await shop.pids()).length, poll).toBe(2)
  })

  test('are replaced on SIGUSR2 at the supervisor before they leave, with their pages: no request fails', async () => {
    const before = await both()
    const pages = () => figure('page_cache_pages')
    while ((await pages()) < 2) await shop.ask('/sv')
    const kept = [asOften, atLength]
      .flatMap((path) => Array(cases(2, 0.5)).fill(path))
      .map((path: string) => keepAsking(shop, path, new Agent({ keepAlive: true, maxSockets: 1 })))
    // A new one serves when it need not read anything more.
    const fresh = [asOften, atLength, '/readyz'].map((path) => keepAsking(shop, path))
    shop.supervisor.kill('SIGUSR2')
    await expect.poll(() => before.filter(isAlive), poll).toEqual([])
    expect(await pages()).toBe(2)
    const answers = (await Promise.all([...kept, ...fresh].map((asking) => asking.end()))).flat()
    expect(failed(answers)).toEqual([])
    const after = await shop.pids()
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect((await shop.ask('/test/jobs')).body).toContain('outbox')
  })

  test('finish their requests on SIGTERM; then all processes end', async () => {
    const pids = await both()
    const running = repeated(6, () => shop.ask('/test/wait?ms=1500'))
    await expect.poll(() => shop.pids()).toEqual(pids)
    shop.supervisor.kill('SIGTERM')
    const answers = await running
    expect(failed(answers)).toEqual([])
    expect(new Set(answers.map(({ body }) => Number(body))).size).toBe(2)
    expect(await shop.ended).toEqual([0, null])
    expect(pids.filter(isAlive)).toEqual([])
  })
})

test('a second start on one embedded database is refused, on PostgreSQL a node; kill -9 leaves no worker', async () => {
  await using shop = await ManyWorkers.start()
  const pids = await shop.pids()
  const { SHOP_DATA, DATABASE_URL = '' } = shop.database.env
  // One worker tells as much as two whether a start is refused.
  await using second = await ManyWorkers.begin({ SHOP_DATA, DATABASE_URL, WORKERS: '1' })
  if (DATABASE_URL) await expect.poll(async () => (await second.pids()).length, poll).toBe(1)
  else {
    expect(await second.ended).toEqual([1, null])
    expect(second.output).toContain('is already served by another process: stop that one first.')
  }
  await leavesNoWorker(shop, pids)
  if (DATABASE_URL) return
  await using third = await ManyWorkers.begin({ SHOP_DATA, WORKERS: '1' })
  await expect.poll(async () => (await third.pids()).length, poll).toBe(1)
})

test.each([
  ['first', async (shop: ManyWorkers) => spawnSync('pgrep', ['-P', String(shop.supervisor.pid)]).status === 0],
  ['second', async (shop: ManyWorkers) => (await shop.pids()).length === 1],
])('a stop while the %s worker starts is no error', async (_, isStarting) => {
  await using shop = await ManyWorkers.begin()
  await expect.poll(() => isStarting(shop), { ...poll, interval: 5 }).toBe(true)
  shop.supervisor.kill('SIGTERM')
  expect(await shop.ended).toEqual([0, null])
  expect(shop.output).toBe('')
})

/** kill -9 of the supervisor: running requests are answered, then its workers end. */
async function leavesNoWorker(shop: ManyWorkers, pids: readonly number[]): Promise<void> {
  const running = repeated(6, () => shop.ask('/test/wait?ms=1500'))
  await expect.poll(() => shop.pids()).toEqual(pids)
  shop.supervisor.kill('SIGKILL')
  expect(failed(await running)).toEqual([])
  await expect.poll(() => pids.filter(isAlive), { timeout: 60_000 }).toEqual([])
}
