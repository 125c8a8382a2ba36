import { expect, test } from 'vitest'
import { sourceScreen } from '../../../src/server/console/sources/source-page.ts'
import { sourcesScreen } from '../../../src/server/console/sources/sources-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { PublicDownloads } from '../../../src/server/platform/public-download.ts'
import { sftpServer } from '../sources/sftp-server.ts'
import { prices, results, secret, sourcesShop, tick } from '../sources/sources-shop.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const params = { name: 'acme' }
const settingOf = (settings: Awaited<ReturnType<typeof sourcesShop>>['settings']) => settings.all.sources.feeds[0]

test('an SFTP source is added, the key that its server shows is confirmed, and its feed is imported', async () => {
  await using shop = await sourcesShop()
  await using server = await sftpServer({ user: 'delverk', password: secret }, { body: prices({ FAN: 401 }) })
  const [shown = ''] = server.hostKeys
  const who = await signedIn(shop, 'owner')
  const { since, fields } = await contentOf(shop, who, sourcesScreen)
  const form = { ...fields, since, name: 'acme', from: `${server.origin}/acme.csv`, action: 'add' }
  const add = (changes: Record<string, string>) =>
    outcome(shop, who, sourcesScreen, { form: { ...form, user: 'delverk', secret: 'FEED_ACME', ...changes } })
  expect((await add({ secret: '' })).fault).toContain('needs a user and a variable')
  expect((await add({ hostKey: 'MD5:00' })).fault).toContain('SHA256: and 43 characters')
  expect((await add({ from: `sftp://kim:pw@127.0.0.1/acme.csv` })).fault).toContain('without a password')
  expect((await add({})).location).toContain('/console/imports/sources/acme')
  await shop.settings.refresh()

  // The address is one of the own network: the test stands in for the internet.
  const downloads = () => new PublicDownloads({ bytes: 10_000, timeoutMs: 60_000, redirects: 0 }, { refused: '' })
  await tick(shop, { downloads })
  const page = await contentOf(shop, who, sourceScreen, { params })
  expect(page).toMatchObject({ state: 'failing', shownHostKey: shown })
  expect(server.logins).toEqual([])

  const trust = (more: Record<string, string>) =>
    outcome(shop, who, sourceScreen, { params, form: { action: 'trust', since: page.since, hostKey: shown, ...more } })
  expect((await trust({ hostKey: `SHA256:${'A'.repeat(43)}` })).fault).toContain('changed')
  expect((await trust({ hostKey: '' })).fault).toContain('changed')
  expect((await trust({ since: '1' })).fault).toContain('changed')
  expect((await trust({})).location).toContain('done=trust')
  await shop.settings.refresh()
  expect(settingOf(shop.settings)).toMatchObject({ hostKey: shown })
  expect((await auditOf(shop.db, { kind: 'source', id: 'acme' })).map(({ operation }) => operation)).toEqual([
    'sources.change',
    'sources.change',
  ])
  shop.clock.advance(3_600)
  await tick(shop, { downloads })
  expect(await results(shop)).toEqual(['failed', 'imported'])
  expect(await contentOf(shop, who, sourceScreen, { params })).toMatchObject({ state: 'waiting', shownHostKey: '' })
})

test('another address of a source loses neither its user nor what keeps its password from other servers', async () => {
  await using shop = await sourcesShop()
  const who = await signedIn(shop, 'owner')
  const { since, fields } = await contentOf(shop, who, sourcesScreen)
  const hostKey = `SHA256:${'A'.repeat(43)}`
  const form = { ...fields, since, name: 'acme', from: 'sftp://acme.example/a.csv', user: 'kim', secret: 'FEED_ACME' }
  await outcome(shop, who, sourcesScreen, { form: { ...form, hostKey, action: 'add' } })
  await shop.settings.refresh()
  expect(settingOf(shop.settings)).toMatchObject({ hostKey, private: false })
  const page = await contentOf(shop, who, sourceScreen, { params })
  const save = { ...page.fields, since: page.since, name: '', from: 'https://acme.example/a.csv', action: 'save' }
  expect((await outcome(shop, who, sourceScreen, { params, form: save })).fault).toBeNull()
  await shop.settings.refresh()
  expect(settingOf(shop.settings)).toMatchObject({ hostKey: '', user: 'kim', secret: 'FEED_ACME' })
})
