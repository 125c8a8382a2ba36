import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reasonsJson } from '../../../src/server/catalog/import/runs/run-json.ts'
import { PublicDownloads } from '../../../src/server/platform/public-download.ts'
import { mailsOf } from '../identity/shopper.ts'
import { feedServer } from './feed-server.ts'
import {
  prices,
  purgedTags,
  results,
  runs,
  secret,
  setSource,
  shopSays,
  sourcesShop,
  tick,
  writeSettled,
} from './sources-shop.ts'

const priceOf = async ({ db }: Awaited<ReturnType<typeof sourcesShop>>, sku: string) =>
  (
    await db
      .selectFrom('prices as r')
      .innerJoin('products as p', 'p.id', 'r.product_id')
      .select('r.amount')
      .where('p.sku', '=', sku)
      .where('r.currency', '=', 'SEK')
      .where('r.min_quantity', '=', 1)
      .executeTakeFirstOrThrow()
  ).amount

test('a file is imported when it is due, and purges only the pages of what has changed', async () => {
  await using shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'acme.csv')
  writeSettled(file, prices({ FAN: 199, BAT: 650 }))
  await setSource(shop, { from: file, schedule: 'every 15 minutes' })
  await tick(shop)
  expect(await runs(shop)).toMatchObject([
    { result: 'imported', said: expect.stringContaining('0 rejected') as string },
  ])
  await purgedTags(shop)

  shop.clock.advance(14 * 60)
  await tick(shop)
  expect(await results(shop)).toHaveLength(1)
  shop.clock.advance(60)
  await tick(shop)
  expect(await results(shop)).toEqual(['imported', 'unchanged'])
  expect(await purgedTags(shop)).toEqual([])

  writeSettled(file, prices({ FAN: 249, BAT: 650 }))
  shop.clock.advance(15 * 60)
  await tick(shop)
  expect((await runs(shop)).at(-1)).toMatchObject({
    result: 'imported',
    said: '0 created, 1 changed, 1 unchanged, 0 rejected',
  })
  expect(await priceOf(shop, 'FAN')).toBe(24_900)
  const fan = await shop.db.selectFrom('products').select('id').where('sku', '=', 'FAN').executeTakeFirstOrThrow()
  const bat = await shop.db.selectFrom('products').select('id').where('sku', '=', 'BAT').executeTakeFirstOrThrow()
  const tags = (await purgedTags(shop)).join(' ')
  expect(tags).toContain(fan.id)
  expect(tags).not.toContain(bat.id)
  expect(tags.split(' ')).not.toContain('catalog')
  const { report = '' } = (await runs(shop)).at(-1) ?? {}
  expect(existsSync(path.join(shop.env.SHOP_DATA, 'reports', report))).toBe(true)
  expect(readdirSync(path.join(shop.env.SHOP_DATA, 'feeds'))).toEqual([])
})

test('failures are tried again after growing pauses, and the operator is told once of each turn', async () => {
  await using shop = await sourcesShop()
  await using server = await feedServer({ status: 503 })
  await setSource(shop, { from: `${server.origin}/acme.csv`, private: true, schedule: 'every 15 minutes' })
  await tick(shop)
  for (const minutes of [1, 5, 15, 60, 60]) {
    const before = server.asked.length
    shop.clock.advance(minutes * 60 - 1)
    await tick(shop)
    expect(server.asked).toHaveLength(before)
    shop.clock.advance(1)
    await tick(shop)
    expect(server.asked).toHaveLength(before + 1)
  }
  expect(await results(shop)).toEqual(Array.from({ length: 6 }, () => 'failed'))
  const failing = await mailsOf(shop)
  expect(failing).toHaveLength(1)
  expect(failing[0]).toContain('The feed acme has failed three times in a row')
  expect(failing[0]).toContain('the server answers with 503')

  server.reply = { body: prices({ FAN: 211 }) }
  shop.clock.advance(3_600)
  await tick(shop)
  shop.clock.advance(900)
  await tick(shop)
  expect((await results(shop)).slice(-2)).toEqual(['imported', 'unchanged'])
  const mails = await mailsOf(shop)
  expect(mails).toHaveLength(2)
  expect(mails.join()).toContain('The feed acme is imported again')
})

test('a file that the importer refuses is a failure with its reason', async () => {
  await using shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'acme.csv')
  writeSettled(file, 'sku;amount\nFAN;1\n')
  await setSource(shop, { from: file, schedule: 'every 5 minutes' })
  await tick(shop)
  expect(await runs(shop)).toMatchObject([{ result: 'failed', said: expect.stringContaining('article') as string }])
  await setSource(shop, { from: file, schedule: 'every 5 minutes', profile: 'nothing' })
  shop.clock.advance(60)
  await tick(shop)
  const last = (await runs(shop)).at(-1)
  expect(last?.said).toContain('There is no profile "nothing".')
  expect(reasonsJson.read(last?.said_reasons ?? '')).toMatchObject([
    { code: 'no_profile_of', values: { profile: 'nothing' } },
  ])
})

test('the server is told what the shop has, and not asked for it again', async () => {
  await using shop = await sourcesShop()
  await using server = await feedServer({ body: prices({ FAN: 222 }), etag: '"one"' })
  await setSource(shop, { from: `${server.origin}/acme.csv`, private: true, schedule: 'every 1 minute' })
  await tick(shop)
  shop.clock.advance(60)
  await tick(shop)
  expect(await results(shop)).toEqual(['imported', 'unchanged'])
  await setSource(shop, {
    maxRejected: '20%',
    from: `${server.origin}/acme.csv`,
    private: true,
    schedule: 'every 1 minute',
  })
  shop.clock.advance(60)
  await tick(shop)
  expect((await results(shop)).at(-1)).toBe('imported')
})

test('only one of several processes runs a source', async () => {
  await using shop = await sourcesShop()
  await using server = await feedServer({ body: prices({ FAN: 223 }) })
  await setSource(shop, { from: `${server.origin}/acme.csv`, private: true, schedule: 'daily at 03:30' })
  await tick(shop)
  expect(server.asked).toEqual([])
  shop.clock.advance(24 * 3_600)
  await Promise.all([tick(shop), tick(shop), tick(shop)])
  expect(server.asked).toHaveLength(1)
  expect(await results(shop)).toEqual(['imported'])
})

test('a source whose process was killed runs again when its lease has ended', async () => {
  await using shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'acme.csv')
  writeSettled(file, prices({ FAN: 224 }))
  await setSource(shop, { from: file, schedule: 'every 15 minutes' })
  const ending = new AbortController()
  const stopped = tick(shop, { stop: ending.signal })
  ending.abort()
  await stopped
  expect(await results(shop)).toEqual([])
  await shop.db
    .updateTable('feed_sources')
    .set({ lease: 'killed', leased_until: new Date(shop.now().getTime() + 120_000).toISOString() })
    .execute()
  await tick(shop)
  expect(await results(shop)).toEqual([])
  shop.clock.advance(120)
  await tick(shop)
  expect(await results(shop)).toEqual(['imported'])
})

test('an import that is stopped with the shop is no failure, and is repeated', async () => {
  await using shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'acme.csv')
  writeSettled(file, prices({ FAN: 225 }))
  await setSource(shop, { from: file, schedule: 'every 15 minutes' })
  const ending = new AbortController()
  await tick(shop, {
    stop: ending.signal,
    importFile: async () => {
      ending.abort()
      throw new Error('The import ended before it was done.')
    },
  })
  expect(await results(shop)).toEqual([])
  await tick(shop)
  expect(await results(shop)).toEqual(['imported'])
})

test('a file that is still being written waits, without being a failure', async () => {
  await using shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'acme.csv')
  writeFileSync(file, prices({ FAN: 226 }))
  const soon = new Date(Date.now() + 1_000)
  utimesSync(file, soon, soon)
  await setSource(shop, { from: file, schedule: 'daily at 00:00' })
  await tick(shop)
  shop.clock.advance(24 * 3_600)
  await tick(shop)
  expect(await results(shop)).toEqual([])
  writeSettled(file, prices({ FAN: 226 }))
  shop.clock.advance(15)
  await tick(shop)
  expect(await results(shop)).toEqual(['imported'])
})

test('private addresses are refused unless the source says so, also behind a redirect', async () => {
  await using shop = await sourcesShop()
  await using server = await feedServer({ body: prices({ FAN: 1 }) })
  const https = server.origin.replace('http:', 'https:')
  await setSource(shop, { from: `${https}/acme.csv`, schedule: 'every 1 minute' })
  await tick(shop)
  expect((await runs(shop)).at(-1)?.said).toBe('The feed was not fetched: its address is not a public one.')

  await using inside = await feedServer({ body: prices({ FAN: 1 }) }, '127.0.0.2')
  server.reply = { location: `${inside.origin}/acme.csv` }
  await setSource(shop, { from: `${server.origin}/acme.csv`, private: true, schedule: 'every 1 minute' })
  shop.clock.advance(60)
  const limits = { bytes: 1_000, timeoutMs: 1_000, redirects: 2 }
  await tick(shop, { downloads: () => new PublicDownloads(limits, { refused: '127.0.0.2' }) })
  expect((await runs(shop)).at(-1)?.said).toBe('The feed was not fetched: its address is not a public one.')
  expect(inside.asked).toEqual([])
  expect(await priceOf(shop, 'FAN')).not.toBe(100)
})

test('a secret whose variable names a server is sent to no other, whatever the settings say', async () => {
  await using shop = await sourcesShop()
  await using server = await feedServer({ body: 'article\nFAN\n' })
  await using other = await feedServer({ body: 'article\nFAN\n' }, '127.0.0.2')
  Object.assign(shop.env.feedSecrets, { FEED_ACME_HOST: '127.0.0.1' })
  const source = { private: true, schedule: 'every 1 minute', secret: 'FEED_ACME' }
  await setSource(shop, { ...source, from: `${other.origin}/acme.csv` })
  await tick(shop)
  expect((await runs(shop)).at(-1)?.said).toBe(
    'The secret FEED_ACME is for another server: FEED_ACME_HOST says which one.',
  )
  expect(other.asked).toEqual([])
  await setSource(shop, { ...source, from: `${server.origin}/acme.csv` })
  shop.clock.advance(900)
  await tick(shop)
  expect(server.asked).toEqual([`/acme.csv Bearer ${secret}`])
})

test('a secret is sent to its own server alone, and is shown nowhere', async () => {
  await using shop = await sourcesShop()
  await using other = await feedServer({ body: `article;${secret}\nFAN;1\n` }, '127.0.0.2')
  await using server = await feedServer({ location: `${other.origin}/acme.csv` })
  const source = { from: `${server.origin}/acme.csv`, private: true, schedule: 'every 1 minute', secret: 'FEED_ACME' }
  await setSource(shop, source)
  for (const seconds of [0, 60, 300]) {
    shop.clock.advance(seconds)
    await tick(shop)
  }
  expect(server.asked[0]).toBe(`/acme.csv Bearer ${secret}`)
  expect(other.asked[0]).toBe('/acme.csv')
  await setSource(shop, { ...source, user: 'delverk' })
  server.reply = { body: `article;${secret}\nFAN;1\n` }
  shop.clock.advance(900)
  await tick(shop)
  const basic = Buffer.from(`delverk:${secret}`).toString('base64')
  expect(server.asked.at(-1)).toBe(`/acme.csv Basic ${basic}`)
  expect(await results(shop)).toEqual(['failed', 'failed', 'failed', 'failed'])

  const said = [
    await shopSays(shop, 'sources', 'list'),
    await shopSays(shop, 'sources', 'history', '--json'),
    await shopSays(shop, 'settings', 'list', 'sources'),
  ]
  const everywhere = [...said.flatMap(({ out, err }) => [out, err]), ...shop.said, ...(await mailsOf(shop))].join('\n')
  expect(everywhere).toContain('failed')
  for (const text of [secret, basic]) expect(everywhere).not.toContain(text)
})
