import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceTroubles } from '../../../src/server/catalog/sources/source-states.ts'
import { feedServer } from './feed-server.ts'
import { prices, results, setSource, settingsSay, shopSays, sourcesShop, tick, writeSettled } from './sources-shop.ts'

const set = (shop: Awaited<ReturnType<typeof sourcesShop>>, value: unknown, id = 'acme') =>
  settingsSay(shop, 'set', `sources.feeds.${id}`, JSON.stringify(value))

test('a source is added, listed, run, paused and resumed by commands', async () => {
  await using shop = await sourcesShop()
  const file = path.join(shop.env.SHOP_DATA, 'acme.csv')
  writeSettled(file, prices({ FAN: 231 }))
  expect((await shopSays(shop, 'sources', 'list')).out).toContain('No source is set.')
  expect(await set(shop, { from: file, schedule: 'daily at 03:30' })).toMatchObject({ code: 0 })
  const listed = await shopSays(shop, 'sources', 'list', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([{ name: 'acme', schedule: 'daily at 03:30', failures: 0 }])

  const ran = await shopSays(shop, 'sources', 'run', 'acme')
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.out).toContain('acme: 0 created, 1 changed, 0 unchanged, 0 rejected')
  expect((await shopSays(shop, 'sources', 'run', 'acme')).out).toContain('0 changed, 1 unchanged')
  expect(await results(shop)).toEqual(['imported', 'imported'])
  expect((await shopSays(shop, 'sources', 'history', 'acme')).out).toContain('imported')

  expect((await shopSays(shop, 'sources', 'pause', 'acme', '--by', 'Kim')).out).toContain('acme is paused.')
  expect((await shopSays(shop, 'sources', 'list')).out).toContain('paused')
  expect((await settingsSay(shop, 'history', 'sources')).out).toContain('operator:Kim')
  await shop.settings.refresh()
  shop.clock.advance(10 * 365 * 86_400)
  await tick(shop)
  expect(await results(shop)).toHaveLength(2)
  await shopSays(shop, 'sources', 'resume', 'acme')
  await shop.settings.refresh()
  await tick(shop)
  expect(await results(shop)).toEqual(['imported', 'imported', 'unchanged'])
})

test('commands name what is wrong with a source', async () => {
  await using shop = await sourcesShop()
  const schedule = 'every 15 minutes'
  const from = 'https://acme.example/stock.csv'
  const wrong: [unknown, string][] = [
    [{ from }, 'sources.feeds.acme.schedule'],
    [{ from, schedule: 'hourly' }, 'must be "every 15 minutes"'],
    [{ from: 'stock.csv', schedule }, 'must be the path of a file from / on'],
    [{ from: 'ftp://acme.example/stock.csv', schedule }, 'must be the path of a file from / on'],
    [{ from: 'https://kim:secret@acme.example/stock.csv', schedule }, 'without a password'],
    [{ from: 'http://acme.example/stock.csv', schedule }, 'must begin with https://, unless private is true'],
    [{ from, schedule, user: 'kim' }, 'sources.feeds.acme.secret must be set where user is'],
    [{ from, schedule, secret: 'STRIPE_SECRET_KEY' }, 'begins with FEED_'],
    [{ from, schedule, profile: '../profile.json' }, 'must be the name of a profile'],
    [{ from, schedule, fileName: '../../shop.db' }, 'must be the name of a file'],
    [{ from, schedule, maxMissing: '101%' }, 'must be a share'],
  ]
  for (const [value, sentence] of wrong) {
    const said = await set(shop, value)
    expect(said.code).toBe(1)
    expect(said.err).toContain(sentence)
  }
  expect(await shopSays(shop, 'sources', 'run', 'acme')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no source "acme". None is set.') as string,
  })
  expect(await set(shop, { from, schedule }, '../acme')).toMatchObject({ code: 1 })
})

test('a run that fails says why, and doctor warns of it', async () => {
  await using shop = await sourcesShop()
  await using server = await feedServer({ status: 404 })
  await setSource(shop, { from: `${server.origin}/acme.csv`, private: true, schedule: 'every 15 minutes' })
  const { code, err } = await shopSays(shop, 'sources', 'run', 'acme')
  expect({ code, err }).toMatchObject({ code: 1 })
  expect(err).toContain('acme: The feed was not fetched: the server answers with 404.')
  expect((await shopSays(shop, 'doctor')).out).toContain('acme has failed once')
  server.reply = { body: prices({ FAN: 232 }) }
  expect(await shopSays(shop, 'sources', 'run', 'acme')).toMatchObject({ code: 0 })
  expect((await shopSays(shop, 'doctor')).out).toContain('No feed fails or is overdue.')
  const later = new Date(Date.now() + 2 * 3_600_000)
  expect(await sourceTroubles(shop.db, shop.settings.all, later)).toEqual([
    expect.stringMatching(/^acme should have run at /) as string,
  ])
})

test('the newest 200 runs of a source are kept, with their reports', async () => {
  await using shop = await sourcesShop()
  const reports = path.join(shop.env.SHOP_DATA, 'reports')
  mkdirSync(reports)
  const at = '2026-01-01T00:00:00.000Z'
  const run = { started_at: at, ended_at: at, result: 'imported', said: '' } as const
  const old = (source: string) =>
    Array.from({ length: 203 }, (_, each) => {
      const id = `00000000-${String(each).padStart(4, '0')}-${source}`
      return { ...run, id, source, report: `${source}-${each}.json` }
    })
  const rows = [...old('acme'), ...old('other')]
  await shop.db.insertInto('feed_source_runs').values(rows).execute()
  for (const { report } of rows) writeFileSync(path.join(reports, report), '[]')
  await setSource(shop, { from: path.join(shop.env.SHOP_DATA, 'missing.csv'), schedule: 'every 15 minutes' })
  await tick(shop)
  const kept = await shop.db.selectFrom('feed_source_runs').select(['source', 'said']).orderBy('id').execute()
  expect(kept.filter(({ source }) => source === 'other')).toHaveLength(203)
  const own = kept.filter(({ source }) => source === 'acme')
  expect(own).toHaveLength(200)
  expect(own.at(-1)?.said).toBe('There is no such file, or the shop may not read it.')
  expect(
    readdirSync(reports)
      .toSorted()
      .filter((name) => name.startsWith('acme')),
  ).toHaveLength(199)
  expect(readdirSync(reports)).not.toContain('acme-3.json')
  expect(readdirSync(reports)).toContain('acme-4.json')
})
