import { expect, test } from 'vitest'
import { mailsOf } from '../identity/shopper.ts'
import { sftpServer } from './sftp-server.ts'
import { fanPrice, lastSaid, prices, results, secret, setSource, sourcesShop, tick } from './sources-shop.ts'

const user = 'delverk'
const schedule = 'every 1 minute'
const login = { user, password: secret }

test('a feed is fetched by SFTP once the key of the server is known, and nobody logs in before', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: prices({ FAN: 301 }) })
  const [hostKey = ''] = server.hostKeys
  const source = { from: `${server.origin}/out/acme.csv`, user, secret: 'FEED_ACME', private: true, schedule }
  await setSource(shop, source)
  await tick(shop)
  expect(await lastSaid(shop)).toContain(`The server shows the host key ${hostKey}.`)
  expect(server.logins).toEqual([])

  await setSource(shop, { ...source, hostKey })
  shop.clock.advance(60)
  await tick(shop)
  expect(await results(shop)).toEqual(['failed', 'imported'])
  expect(await fanPrice(shop)).toBe(30_100)
  expect(server.opened).toEqual(['/out/acme.csv'])
  shop.clock.advance(60)
  await tick(shop)
  expect((await results(shop)).at(-1)).toBe('unchanged')
})

test('a server with another key than the known one gets no password, and the operator is told', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: prices({ FAN: 302 }) })
  await using other = await sftpServer(login, { body: '' })
  const [known = ''] = other.hostKeys
  await setSource(shop, {
    from: `${server.origin}/acme.csv`,
    user,
    secret: 'FEED_ACME',
    hostKey: known,
    private: true,
    schedule,
  })
  for (const seconds of [0, 60, 300]) {
    shop.clock.advance(seconds)
    await tick(shop)
  }
  const [shown = ''] = server.hostKeys
  expect(await lastSaid(shop)).toContain(`The server shows the host key ${shown}, and not ${known}.`)
  expect(server.logins).toEqual([])
  expect((await mailsOf(shop)).join()).toContain(shown)
})

const notFiles = [
  'sftp://acme.example/',
  'sftp://acme.example',
  'sftp:///stock.csv',
  'sftp://a.example/a%00.csv',
  'sftp://a.example/a?x',
  'sftp://a.example/a%ff',
  'sftp://a.example/%zz',
  'sftp://kim:pw@a.example/a',
]

test('settings of SFTP sources that cannot be meant are refused with their reason', async () => {
  await using shop = await sourcesShop()
  const source = { from: 'sftp://acme.example/stock.csv', user, secret: 'FEED_ACME', schedule }
  const noPlace = 'must be the path of a file from / on'
  const wrong: [Record<string, string>, string][] = [
    [{ user: '' }, 'acme.user must be set for an sftp address'],
    [{ secret: '', user: '' }, 'acme.user must be set for an sftp address'],
    [{ hostKey: 'SHA256:abc' }, 'must be a fingerprint'],
    [{ from: 'https://acme.example/a.csv', hostKey: `SHA256:${'a'.repeat(43)}` }, 'hostKey is only for sftp addresses'],
    ...notFiles.map((from): [Record<string, string>, string] => [{ from }, noPlace]),
  ]
  for (const [changes, said] of wrong) await expect(setSource(shop, { ...source, ...changes })).rejects.toThrow(said)
  await setSource(shop, source)
  expect(shop.settings.all.sources.feeds).toMatchObject([{ from: source.from, hostKey: '' }])
})
