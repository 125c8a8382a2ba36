import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import { percentile } from '../../bench/figure.ts'
import { freePort } from '../../support/free-port.ts'
import { recipe, type Balancer } from './balancer.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { judge, openBooks } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { HaproxyProcess } from './haproxy-process.ts'
import { inProduction, NginxProcess } from './nginx-process.ts'
import { PatientShoppers, type Answer } from './patient-shoppers.ts'
import { kindsOf } from './steady-shoppers.ts'
import { ThroughTls } from './through-tls.ts'

const engine = 'PostgreSQL'
const [readers, buyers] = [8, 4]
/** How long both nodes serve before a kill, and how long one serves alone after it. */
const [bothMs, aloneMs] = [2_000, 4_000]

/** One of two nodes behind nginx, then behind HAProxy, is killed again and again while shoppers read and order. */
export const nodes: Campaign = {
  name: 'nodes',
  isUsual: false,
  about: 'kill -9 of one of two nodes behind nginx and HAProxy under load; needs nginx and haproxy',
  run: async (ground) => {
    if (!ground.engines.includes(engine)) return []
    return [...(await killBehind(ground, 'nginx', startNginx)), ...(await killBehind(ground, 'haproxy', startHaproxy))]
  },
}

type StartBalancer = (ports: readonly number[]) => Promise<Balancer>

const here = (text: string, ports: readonly number[]): string =>
  ports.reduce((all, port, at) => all.replaceAll(`10.0.0.1${at + 1}:4321`, `127.0.0.1:${port}`), text)

/** With the lines of the nodes in a file of their own, which the rolling restart changes. */
export function startNginx(ports: readonly number[]): Promise<NginxProcess> {
  const file = 'shop-nodes.conf'
  const listed = here(readFileSync(recipe(file), 'utf8'), ports)
  return NginxProcess.start('nginx-two-nodes.conf', { [`/etc/nginx/${file}`]: file }, { [file]: listed })
}

function startHaproxy(ports: readonly number[]): Promise<Balancer> {
  const nodesOf = Object.fromEntries(ports.map((port, at) => [`10.0.0.1${at + 1}:4321`, `127.0.0.1:${port}`]))
  return HaproxyProcess.start('haproxy-two-nodes.cfg', nodesOf)
}

async function killBehind(ground: Ground, name: string, startBalancer: StartBalancer): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const market = await openBooks(data)
  const ports = [await freePort(), await freePort()]
  await using balancer = await startBalancer(ports)
  const shops = new Map<number, FaultShop>()
  const start = async (port: number) => shops.set(port, await FaultShop.start(data, inProduction, port))
  const kills = ground.size(10, 2)
  try {
    for (const port of ports) await start(port)
    using client = new ThroughTls(balancer, 100)
    await client.untilServing()
    const { productPaths } = await readCatalogue(data, 'en', 100)
    const shoppers = new PatientShoppers(client, market, productPaths)
    shoppers.start(readers, buyers)
    try {
      for (let at = 0; at < kills; at += 1) await killOne(ports[at % 2] ?? 0, shops, start)
    } finally {
      await shoppers.stop()
    }
    return [
      ...judgeAnswers(name, { balancer, kills, pages: shoppers.pages, orders: shoppers.orders }),
      ...(await judge(name, engine, data, { ...market, kills })),
    ]
  } finally {
    for (const shop of shops.values()) await shop.end('SIGTERM')
  }
}

async function killOne(
  port: number,
  shops: ReadonlyMap<number, FaultShop>,
  start: (port: number) => Promise<unknown>,
): Promise<void> {
  await sleep(bothMs)
  await shops.get(port)?.kill()
  await sleep(aloneMs)
  await start(port)
}

type Seen = { balancer: Balancer; kills: number; pages: readonly Answer[]; orders: readonly Answer[] }

function judgeAnswers(name: string, { balancer, kills, pages, orders }: Seen): Finding[] {
  const failed = (told: readonly Answer[]) =>
    told.filter(({ status, outcome }) => status !== 200 && outcome !== 'later')
  const beside = (told: readonly Answer[]) =>
    [
      `of ${told.length}, ${kills} kills; ${told.filter(({ outcome }) => outcome === 'later').length} came later`,
      kindsOf(failed(told)),
    ]
      .filter(Boolean)
      .join(': ')
  const at = (told: readonly Answer[], share: number) =>
    percentile(
      told.map(({ ms }) => ms),
      share,
    )
  return [
    count(`${name}: pages that failed`, failed(pages).length, { exactly: 0 }, { engine, beside: beside(pages) }),
    count(
      `${name}: orders that failed at first`,
      failed(orders).length,
      { exactly: 0 },
      {
        engine,
        beside: beside(orders),
      },
    ),
    timing(`${name}: page, p99`, at(pages, 0.99), 'ms', { engine, beside: `p50 ${at(pages, 0.5).toFixed(0)} ms` }),
    timing(`${name}: order, p99`, at(orders, 0.99), 'ms', { engine, beside: `p50 ${at(orders, 0.5).toFixed(0)} ms` }),
    timing(`${name}: faults in the balancer's log`, faultsOf(balancer.log).length, '', {
      engine,
      beside: kindsOfFaults(balancer.log),
    }),
  ]
}

const faultsOf = (log: string): string[] =>
  [...log.matchAll(/no live upstreams|Connection refused|reset by peer|prematurely closed|timed out|is DOWN/g)].map(
    ([kind]) => kind,
  )

function kindsOfFaults(log: string): string {
  return [...Map.groupBy(faultsOf(log), (kind) => kind)].map(([kind, each]) => `${each.length} x ${kind}`).join(', ')
}
