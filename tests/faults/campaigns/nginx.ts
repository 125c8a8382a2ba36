import { randomUUID } from 'node:crypto'
import { inviteStaff } from '../../../src/server/identity/staff/invitations.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { shopVariables, type ShopData } from '../../bench/shop-process.ts'
import { freePort } from '../../support/free-port.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { inProduction, NginxProcess } from './nginx-process.ts'
import { rollingOn } from './nginx-two-nodes.ts'
import { TlsClient, untilServing } from './tls-client.ts'

/** nginx in front, with the recipes of docs/operations/recipes. Requires Debian's packages nginx-light and openssl. */
export const nginx: Campaign = {
  name: 'nginx',
  isUsual: false,
  about: 'nginx in front (docs/operations/recipes): TLS, names, addresses, news, a rolling restart; needs nginx',
  run: async (ground) => [...(await oneMachineOn(ground)), ...(await rollingOn(ground))],
}

const [shopper, forged] = ['127.0.0.9', '203.0.113.7']

async function oneMachineOn(ground: Ground): Promise<Finding[]> {
  const data = await ground.newShop(ground.anyEngine)
  const port = await freePort()
  await using shop = await FaultShop.start(data, inProduction, port)
  await using front = await NginxProcess.start('nginx-one-machine.conf', {
    '127.0.0.1:4321': new URL(shop.origin).host,
  })
  using client = new TlsClient(front, shopper)
  await untilServing(client)
  return [
    count(
      'nginx: pages, files and health that were answered as they should be',
      await goodAnswers(client),
      { exactly: 6 },
      { beside: 'of 6' },
    ),
    count('nginx: foreign names that reached the shop', await foreignNames(front, client), { exactly: 0 }),
    count('nginx: http answers that did not lead to https', await plainAnswers(front.httpPort), { exactly: 0 }),
    count('nginx: bodies of a size that was treated wrongly', await wrongSizes(client), { exactly: 0 }),
    ...(await consoleThrough(client, data)),
  ]
}

async function goodAnswers(client: TlsClient): Promise<number> {
  const page = await client.ask({ path: '/sv', headers: { 'accept-encoding': 'br' } })
  const plain = await client.ask({ path: '/sv' })
  const style = /href="(\/_astro\/[^"]+\.css)"/.exec(plain.text)?.[1] ?? '/missing.css'
  const call = await client.ask({
    path: '/api/sync-cart?locale=sv',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify({ items: [] }),
  })
  const good = [
    page.status === 200 && page.headers['content-encoding'] === 'br',
    plain.status === 200 && plain.headers['strict-transport-security']?.startsWith('max-age=31536000') === true,
    (await client.ask({ path: style })).status === 200,
    call.status === 200,
    (await client.ask({ path: '/readyz' })).status === 200,
    (await client.ask({ path: '/console' })).headers.location?.startsWith('/console/sign-in') === true,
  ]
  return good.filter(Boolean).length
}

/** Another name of TLS, and another Host under the right name. */
async function foreignNames(front: NginxProcess, client: TlsClient): Promise<number> {
  using other = new TlsClient(front)
  const answers = [
    await other.ask({ path: '/sv', serverName: 'other.example', host: 'other.example' }),
    await client.ask({ path: '/sv', host: 'other.example' }),
  ]
  return answers.filter(({ status }) => status !== 0 && status !== 421).length
}

async function plainAnswers(port: number): Promise<number> {
  const answers = await Promise.all(
    ['/', '/sv?q=1', '/console'].map(async (path) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
      return status === 301 && headers.get('location') === `https://shop.example${path}`
    }),
  )
  return answers.filter((isGood) => !isGood).length
}

async function wrongSizes(client: TlsClient): Promise<number> {
  const post = (path: string, megabytes: number) =>
    client.ask({ path, method: 'POST', body: Buffer.alloc(megabytes * 1024 * 1024) })
  const refused = await post('/api/sync-cart', 13)
  const [tooLarge, passed] = [await post('/console/imports/new', 52), await post('/console/imports/new', 20)]
  return [refused.status === 413, tooLarge.status === 413, passed.status !== 413 && passed.status !== 0].filter(
    (isGood) => !isGood,
  ).length
}

/** Somebody signs in at the console with a forged address, and listens to the news. */
async function consoleThrough(client: TlsClient, data: ShopData): Promise<Finding[]> {
  const env = parseEnv({ ...shopVariables(data), ...inProduction })
  const email = `${randomUUID()}@example.com`
  const operator = { staffId: null, name: 'faults', address: 'command' }
  const { link } = await withDatabase(data, (db) =>
    inviteStaff({ db, env, now: () => new Date() }, operator, { email, role: 'owner', language: 'en' }),
  )
  const token = new URL(link).searchParams.get('token') ?? ''
  const accepted = await client.form(
    '/console/invitation',
    { token, name: email, password: 'en lång fras till konsolen 58' },
    { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` },
  )
  const rows = await withDatabase(data, (db) => db.selectFrom('staff_sessions').select('address').execute())
  // In production nobody works without a second factor.
  await withDatabase(data, (db) => db.updateTable('staff').set({ totp_secret: 'JBSWY3DPEHPK3PXP' }).execute())
  const home = await client.ask({ path: '/console' })
  const firstMs = await firstNews(client)
  return [
    count(
      'nginx: sessions of staff with the address of the client',
      rows.length,
      { exactly: 1 },
      {
        beside: rows.map(({ address }) => address).join(),
      },
    ),
    count('nginx: addresses that are not the client’s', rows.filter(({ address }) => address !== shopper).length, {
      exactly: 0,
    }),
    count('nginx: screens of the console', Number(accepted.status === 303 && home.status === 200), { exactly: 1 }),
    count('nginx: streams of news that were held back', Number(firstMs > 2_000), { exactly: 0 }),
    timing('nginx: first news of the stream', firstMs, 'ms'),
  ]
}

/** How long the first event takes while the stream stays open; Infinity without one. */
async function firstNews(client: TlsClient): Promise<number> {
  const started = performance.now()
  const response = await client.open({ path: '/console/news', headers: { accept: 'text/event-stream' } })
  const timer = setTimeout(() => response.destroy(), 10_000)
  try {
    for await (const piece of response)
      if (String(piece).includes('data: ') && !response.complete) return performance.now() - started
    return Infinity
  } catch {
    return Infinity
  } finally {
    clearTimeout(timer)
    response.destroy()
  }
}
