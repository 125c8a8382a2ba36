import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { freePort } from '../../support/free-port.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { judge, openBooks } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { killWhileSending } from './killed-mails.ts'
import { MovedClock } from './moved-time.ts'
import { SmtpSink } from './smtp-sink.ts'
import { msUntil, PageReader, SteadyShoppers, type Told } from './steady-shoppers.ts'
import { addMails, mailsByReader, mailsLeft, mailsWritten } from './waiting-mails.ts'

const mails = 10_000
const killedWith = 3_000
/** Of a machine with nothing else to do. */
const sentWithinSeconds = 60
const maxMemoryMB = 250
const shopForSeconds = 8
const stuckAfterSeconds = 900
/** Long: a busy machine is not what the campaign looks for. */
const sentWithinMs = 1_800_000

/** The mail server is away for an hour of the shop's clock, and then takes thousands of mails. */
export const mail: Campaign = {
  name: 'mail',
  about: 'no mail server for an hour (of a moved clock), then 10,000 mails at once',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await mailOn(ground, engine)))
    return findings
  },
}

async function mailOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const wanted = ground.size(mails, 50)
  const data = await ground.newShop(engine)
  const market = await openBooks(data)
  using clock = new MovedClock()
  const [port, metricsPort] = [await freePort(), await freePort()]
  const variables = { SMTP_URL: `smtp://127.0.0.1:${port}`, METRICS_PORT: String(metricsPort), ...clock.env }
  await using shop = await FaultShop.start(data, variables)
  using client = new Client(shop.origin, 64)
  const shoppers = new SteadyShoppers(client, market)
  const well = await SmtpSink.start(port)
  shoppers.start()
  const before = await watched(shoppers)
  const early = well.mails.length
  await well[Symbol.asyncDispose]()
  await addMails(data, 'reader', wanted, clock.now())
  const during = await watched(shoppers)
  await letAnHourPass(clock)
  const waited = await longestWait(metricsPort)
  await shoppers.stop()
  const quiet = await read(client, data, () => sleep(shopForSeconds * 1000))
  const memoryBefore = shop.memory
  await using sink = await SmtpSink.start(port)
  const all = await mailsWritten(data)
  let took = Number.NaN
  const busy = await read(client, data, async () => {
    const isOver = async () => sink.mails.length >= wanted && (await mailsLeft(data)) === 0
    took = await msUntil(isOver, sentWithinMs)
  })
  const { peakMB } = shop.memory
  const waitsStill = await longestWait(metricsPort)
  clock.move(7_200)
  await sleep(5_000)
  await shop.end('SIGTERM')
  const [sent, subjects] = [sink.mails.length + early, [...sink.mails]]
  return [
    ...judgeMails(engine, { sent, all, wanted, subjects, took, waited, waitsStill }),
    ...(await killWhileSending(engine, ground.size(killedWith, 50), { data, variables, clock, sink }, sentWithinMs)),
    ...judgePages(engine, quiet, busy),
    timing('mail: most memory of the shop', peakMB, 'MB', {
      engine,
      bar: { atMost: maxMemoryMB },
      beside: `before they are sent ${memoryBefore.residentMB.toFixed(0)}, most ${memoryBefore.peakMB.toFixed(0)}`,
    }),
    timing('mail: answer to an order without a mail server, p99', percentile(msOf(during), 0.99), 'ms', {
      engine,
      beside: `${p50(during)}; before ${bothOf(before)}`,
    }),
    count(
      'mail: orders that failed',
      [...before, ...during].filter(({ outcome }) => outcome !== 'confirmed').length,
      { exactly: 0 },
      { engine },
    ),
    ...(await judge('mail', engine, data, { ...market, kills: 0 })),
  ]
}

/** The pages that are read meanwhile: those that are cached, and those that nobody has read before. */
async function read(client: Client, data: ShopData, meanwhile: () => Promise<unknown>): Promise<PageReader> {
  const reader = await PageReader.over(client, data)
  reader.start()
  await meanwhile()
  await reader.stop()
  return reader
}

function judgePages(engine: Engine, quiet: PageReader, busy: PageReader): Finding[] {
  const all = [...busy.cached, ...busy.fresh]
  const failed = all.filter(({ outcome }) => outcome !== 'confirmed').length
  const line = (what: 'cached' | 'fresh') =>
    timing(`mail: ${what} page while thousands are sent, p99`, percentile(msOf(busy[what]), 0.99), 'ms', {
      engine,
      beside: `${p50(busy[what])}; before ${bothOf(quiet[what])}`,
    })
  return [
    count(
      'mail: pages that failed while thousands are sent',
      failed,
      { exactly: 0 },
      { engine, beside: `of ${all.length}` },
    ),
    line('cached'),
    line('fresh'),
  ]
}

const p50 = (told: readonly Told[]): string => `p50 ${percentile(msOf(told), 0.5).toFixed(0)} ms`
const bothOf = (told: readonly Told[]): string => `${p50(told)}, p99 ${percentile(msOf(told), 0.99).toFixed(0)} ms`
const msOf = (told: readonly Told[]): number[] => told.map(({ ms }) => ms)

async function watched(shoppers: SteadyShoppers): Promise<Told[]> {
  const from = performance.now()
  await sleep(shopForSeconds * 1000)
  return shoppers.since(from)
}

/** The outbox tries at every step. */
async function letAnHourPass(clock: MovedClock): Promise<void> {
  for (let minutes = 0; minutes < 60; minutes += 10) {
    clock.move(600)
    await sleep(1_500)
  }
}

/** The figure of the alert "MailStuck", in seconds. */
async function longestWait(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const found = [...text.matchAll(/^outbox_waiting_seconds\{kind="mail\.[^"]+"\} (\S+)$/gm)]
  return Math.max(0, ...found.map(([, seconds]) => Number(seconds)))
}

type Judged = {
  sent: number
  all: number
  wanted: number
  subjects: readonly { to: string }[]
  took: number
  waited: number
  waitsStill: number
}

function judgeMails(engine: Engine, judged: Judged): Finding[] {
  const { sent, all, wanted, subjects, took, waited, waitsStill } = judged
  const readers = mailsByReader(subjects, 'reader')
  const twice = readers.filter((each) => each > 1)
  const perSecond = (subjects.length / took) * 1000
  return [
    count('mail: of the waiting mails sent', readers.length, { exactly: wanted }, { engine }),
    count('mail: sent twice', twice.length, { exactly: 0 }, { engine }),
    count('mail: mails sent in all', sent, { exactly: all }, { engine }),
    count('mail: seconds of the alert "MailStuck"', Math.floor(waited), { atLeast: stuckAfterSeconds }, { engine }),
    count('mail: the same after all were sent', Math.floor(waitsStill), { exactly: 0 }, { engine }),
    timing('mail: all sent after the server is back', took / 1000, 's', {
      engine,
      bar: { atMost: sentWithinSeconds },
      beside: `${perSecond.toFixed(0)}/s, the clock not moved`,
    }),
  ]
}
