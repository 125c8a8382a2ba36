/** What servers of SFTP do and how they fail: nothing here depends on the database that keeps the results. */
import { expect, test } from 'vitest'
import { PublicDownloads } from '../../../src/server/platform/public-download.ts'
import { newKey, sftpServer } from './sftp-server.ts'
import { fanPrice, lastSaid, prices, results, runs, secret, setSource, sourcesShop, tick } from './sources-shop.ts'

const user = 'delverk'
const schedule = 'every 1 minute'
const login = { user, password: secret }

test('each key of a server with several is known', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: prices({ FAN: 303 }) }, ['ecdsa', 'rsa'])
  for (const [at, hostKey] of server.hostKeys.entries()) {
    server.content.body = prices({ FAN: 310 + at })
    await setSource(shop, {
      from: `${server.origin}/acme.csv`,
      user,
      secret: 'FEED_ACME',
      hostKey,
      private: true,
      schedule,
    })
    await tick(shop)
    expect((await runs(shop)).at(-1)).toMatchObject({ result: 'imported' })
    shop.clock.advance(60)
  }
  expect(await fanPrice(shop)).toBe(31_100)
})

test('a private key logs in, and a password where the server asks for it by a prompt', async () => {
  await using shop = await sourcesShop()
  const key = newKey()
  Object.assign(shop.env.feedSecrets, { FEED_KEY: key.private.trim() })
  await using byKey = await sftpServer({ user, publicKey: key.public }, { body: prices({ FAN: 321 }) })
  await setSource(shop, sourceAt(byKey, 'FEED_KEY'))
  await tick(shop)
  expect(await results(shop)).toEqual(['imported'])

  await using byPrompt = await sftpServer({ ...login, isAskedByKeyboard: true }, { body: prices({ FAN: 322 }) })
  await setSource(shop, sourceAt(byPrompt))
  shop.clock.advance(60)
  await tick(shop)
  expect(await results(shop)).toEqual(['imported', 'imported'])
  expect(await fanPrice(shop)).toBe(32_200)
})

const sourceAt = ({ origin, hostKeys }: { origin: string; hostKeys: string[] }, variable = 'FEED_ACME') => ({
  from: `${origin}/~/acme.csv`,
  user,
  secret: variable,
  hostKey: hostKeys[0] ?? '',
  private: true,
  schedule,
})

test('what a server refuses or cuts short is a failure with its reason', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: '' })
  const body = prices({ FAN: 331 })
  const longAgo = () => 1_000_000_000
  const lies: [typeof server.content, string][] = [
    [{ body, isFolder: true }, 'it is not a file'],
    [{ body, isForbidden: true }, 'the server does not let this user read it'],
    [{ body, isCut: true }, 'the server closed the connection'],
    [{ body, size: 100_000 }, 'it did not come whole'],
    [{ body, size: 3 * 1024 ** 3 }, 'it has more than 2048 MB'],
  ]
  for (const [content, said] of lies) {
    server.content = { mtime: longAgo, ...content }
    await setSource(shop, sourceAt(server))
    shop.clock.advance(3_600)
    await tick(shop)
    expect(await lastSaid(shop)).toBe(`The feed was not fetched: ${said}.`)
  }
  Object.assign(shop.env.feedSecrets, { FEED_WRONG: 'wrong' })
  server.content = { body }
  const wrong: [object, string][] = [
    [{ ...sourceAt(server), secret: 'FEED_WRONG' }, 'the server does not let this user in'],
    [{ ...sourceAt(server), from: `${server.origin}/other.csv` }, 'there is no such file'],
  ]
  for (const [source, said] of wrong) {
    await setSource(shop, { ...source })
    shop.clock.advance(3_600)
    await tick(shop)
    expect(await lastSaid(shop)).toBe(`The feed was not fetched: ${said}.`)
  }
  expect(await results(shop)).not.toContain('imported')
})

test('a file that is written to meanwhile waits, and small answers make a whole file', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: prices({ FAN: 341 }), most: 7 })
  let time = 1_000_000_000
  server.content.mtime = () => (time += 1)
  await setSource(shop, sourceAt(server))
  await tick(shop)
  expect(await results(shop)).toEqual([])
  server.content.mtime = () => Math.floor(Date.now() / 1000)
  shop.clock.advance(15)
  await tick(shop)
  expect(await results(shop)).toEqual([])
  server.content.mtime = () => time
  shop.clock.advance(15)
  await tick(shop)
  expect(await results(shop)).toEqual(['imported'])
  expect(await fanPrice(shop)).toBe(34_100)
})

test('a server that falls silent is left when the time is over', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: prices({ FAN: 351 }), isSilent: true })
  await setSource(shop, sourceAt(server))
  const limits = { bytes: 1_000, timeoutMs: 3_000, redirects: 0 }
  await tick(shop, { downloads: () => new PublicDownloads(limits, { refused: '' }) })
  expect(await lastSaid(shop)).toBe('The feed was not fetched: it did not come within 3 s.')
})

test('addresses of the own network are refused unless the source says so, and the checked one is used', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer(login, { body: prices({ FAN: 361 }) })
  const { port } = new URL(server.origin)
  for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
    await setSource(shop, { ...sourceAt(server), from: `sftp://${host}:${port}/acme.csv`, private: false })
    shop.clock.advance(3_600)
    await tick(shop)
    expect(await lastSaid(shop)).toBe('The feed was not fetched: its address is not a public one.')
  }
  expect(server.logins).toEqual([])

  // A name server that answers with an address of the own network from the second question on.
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
  const asked: string[] = []
  await setSource(shop, { ...sourceAt(server), from: `sftp://supplier.example:${port}/acme.csv`, private: false })
  shop.clock.advance(3_600)
  await tick(shop, {
    downloads: () =>
      new PublicDownloads(
        { bytes: 1_000, timeoutMs: 60_000, redirects: 0 },
        {
          refused: '127.0.0.2',
          resolve: (host, _options, callback) => {
            callback(null, [{ address: answers[asked.length] ?? '', family: 4 }])
            asked.push(host)
          },
        },
      ),
  })
  expect(asked).toEqual(['supplier.example'])
  expect(await results(shop)).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'imported'])
})
