import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { insertInvalidations } from '../../../src/server/catalog/change-queries.ts'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { readCatalogue, withDatabase } from '../../bench/catalogue.ts'
import { endWithBench } from '../../bench/own-processes.ts'
import { freePort } from '../../support/free-port.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { RawClient, type RawAnswered } from './raw-client.ts'

/** Varnish in front of the shop, configured as in docs/operations/cdn.md. Requires Debian's package `varnish`. */
export const cdn: Campaign = {
  name: 'cdn',
  isUsual: false,
  about: 'Varnish in front (docs/operations/varnish.vcl): two currencies at once, and purging; needs varnishd',
  run: (ground) => cdnOn(ground),
}

const token = 'a secret of this very run'.replaceAll(' ', '-')
const currencies = [
  ['', 'SEK'],
  ['cid=4', 'EUR'],
  ['cid=6; cc=US', 'USD'],
  ['cid=1; cc=NO', 'SEK, no VAT'],
] as const
type Shopper = (typeof currencies)[number][0]

async function cdnOn(ground: Ground): Promise<Finding[]> {
  const data = await ground.newShop(ground.anyEngine)
  const [front, port] = [await freePort(), await freePort()]
  const purge = { CDN: '1', PURGE_URL: `http://127.0.0.1:${front}/`, PURGE_TOKEN: token }
  await using shop = await FaultShop.start(data, purge, port)
  const varnish = startVarnish(front, port)
  try {
    using inFront = new RawClient(`http://127.0.0.1:${front}`, 8)
    using behind = new RawClient(shop.origin, 8)
    await untilServing(inFront)
    const { productPaths } = await readCatalogue(data, 'en', ground.size(60, 10))
    const wrong = await pricesThat(inFront, behind, productPaths)
    const shared = await ask(inFront, productPaths[0] ?? '', '')
    return [
      count(
        'cdn: pages with the price of another shopper',
        wrong.differing,
        { exactly: 0 },
        { beside: `of ${wrong.asked}, four kinds of shopper in turn` },
      ),
      count(
        'cdn: pages without cookies answered from Varnish',
        wrong.hits,
        { atLeast: Math.floor(productPaths.length * 0.9) },
        { beside: `of ${productPaths.length}` },
      ),
      count(
        'cdn: pages with the price of another shopper, cookies in two lines',
        await differingByLines([front, port], productPaths),
        { exactly: 0 },
        { beside: `of ${productPaths.length}` },
      ),
      count(
        'cdn: headers for the cache that reached a shopper',
        ['cdn-cache-control', 'cache-tag'].filter((name) => name in shared.headers).length,
        { exactly: 0 },
      ),
      ...(await purged(inFront, behind, data)),
      ...(await forged(front)),
    ]
  } finally {
    varnish.kill('SIGTERM')
  }
}

function startVarnish(front: number, port: number): ChildProcess {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-varnish-'))
  const file = path.join(folder, 'shop.vcl')
  const recipe = readFileSync(path.join(projectRoot, 'docs/operations/varnish.vcl'), 'utf8')
  writeFileSync(
    file,
    recipe.replace('SHOP_HOST', '127.0.0.1').replace('SHOP_PORT', String(port)).replace('PURGE_SECRET', token),
  )
  const child = spawn(
    'varnishd',
    ['-F', '-n', folder, '-a', `127.0.0.1:${front}`, '-f', file, '-s', 'default,64m', '-j', 'none'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  endWithBench(child, 'SIGTERM')
  child.once('error', (error) => console.error(`Varnish did not start (apt-get install varnish): ${error.message}`))
  return child
}

async function untilServing(client: RawClient): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await client.ask({ path: '/healthz', method: 'GET' })).status === 200) return
    await sleep(100)
  }
  throw new Error('Varnish did not serve within ten seconds.')
}

function ask(client: RawClient, asked: string, cookie: Shopper): Promise<RawAnswered> {
  return client.ask({ path: asked, method: 'GET', headers: cookie === '' ? {} : { cookie } })
}

/**
 * Every kind of shopper requests every page, the one without cookies first and last; each must get the shop's own
 * answer.
 */
async function pricesThat(
  inFront: RawClient,
  behind: RawClient,
  paths: readonly string[],
): Promise<{ asked: number; differing: number; hits: number }> {
  const result = { asked: 0, differing: 0, hits: 0 }
  for (const each of paths) {
    for (const cookie of ['', ...currencies.map(([own]) => own), ''] as const) {
      const [shown, right] = [await ask(inFront, each, cookie), await ask(behind, each, cookie)]
      result.asked += 1
      if (shown.text !== right.text || shown.status !== 200) result.differing += 1
    }
    if ((await ask(inFront, each, '')).headers['x-cache'] === 'hit') result.hits += 1
  }
  return result
}

/** How many pages differ from the shop's own for somebody whose currency is in a second line of cookies. */
async function differingByLines(ports: readonly [front: number, port: number], paths: readonly string[]) {
  let differing = 0
  for (const each of paths) {
    const [shown, right] = await Promise.all(ports.map((port) => askByLines(port, each)))
    if (shown !== right) differing += 1
  }
  return differing
}

async function askByLines(port: number, asked: string): Promise<string> {
  const headers = ['Host', `127.0.0.1:${port}`, 'Cookie', 'a=1', 'Cookie', 'cid=6; cc=US', 'Connection', 'close']
  const sent = request({ host: '127.0.0.1', port, path: asked, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return text(answer)
}

/** A change is visible through Varnish within a few seconds, although its page was stored for an hour. */
async function purged(
  inFront: RawClient,
  behind: RawClient,
  data: Parameters<typeof withDatabase>[0],
): Promise<Finding[]> {
  const home = href('en', 'home')
  await ask(inFront, home, '')
  const stored = await ask(inFront, home, '')
  await withDatabase(data, (db) =>
    db.transaction().execute((trx) => insertInvalidations(trx, ['layout'], new Date().toISOString())),
  )
  await sleep(4_000)
  const after = await ask(inFront, home, '')
  const right = await ask(behind, home, '')
  return [
    count('cdn: the home page from Varnish before a change', stored.headers['x-cache'] === 'hit' ? 1 : 0, {
      exactly: 1,
    }),
    count(
      'cdn: the home page made anew after it',
      after.headers['x-cache'] === 'miss' && after.text === right.text ? 1 : 0,
      { exactly: 1 },
    ),
  ]
}

async function forged(front: number): Promise<Finding[]> {
  const ban = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${front}/`, { method: 'PURGE', headers }).then(({ status }) => status)
  const statuses = [
    await ban({ 'X-Ban-Tags': 'layout' }),
    await ban({ 'X-Ban-Tags': 'layout', Authorization: 'Bearer wrong' }),
    await ban({ 'X-Ban-Tags': 'x || req.url ~ .', Authorization: `Bearer ${token}` }),
  ]
  return [
    count(
      'cdn: purges taken from a stranger',
      statuses.filter((status) => status < 400).length,
      { exactly: 0 },
      { beside: statuses.join(', ') },
    ),
  ]
}
