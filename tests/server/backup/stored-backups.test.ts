import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { newKey } from '../../../src/server/backup/archive/backup-key.ts'
import { makeDueBackup } from '../../../src/server/jobs/make-due-backup.ts'
import { parseEnv, type Env } from '../../../src/server/platform/env.ts'
import { newDataFolder } from '../../support/database-copy.ts'
import { FakeS3 } from '../../support/fake-s3.ts'
import { s3Key } from '../../support/s3-signature.ts'
import { freshShop } from '../../support/test-shop.ts'
import { shopCommands } from '../../tools/shop-commands.ts'

const never = new AbortController().signal
const hourMs = 3_600_000

const variables = (store: FakeS3, key = newKey()): Record<string, string> => ({
  BACKUP_S3_URL: store.url,
  BACKUP_S3_REGION: s3Key.region,
  BACKUP_S3_KEY_ID: s3Key.id,
  BACKUP_S3_SECRET: s3Key.secret,
  BACKUP_KEY: key,
})

/** The commands of a shop with these variables of the environment. */
async function commandsWith(settings: Record<string, string>) {
  const commands = await shopCommands({ seeded: true })
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return commands
}

test('a backup is copied to the store in parts, fetched on another machine and restored', async () => {
  await using store = await FakeS3.start()
  await using commands = await commandsWith(variables(store))
  mkdirSync(commands.file('pictures'))
  const picture = randomBytes(20 * 1024 * 1024)
  writeFileSync(commands.file('pictures/large.jpg'), picture)
  const made = await commands.run('backup')
  expect([made.code, made.err]).toEqual([0, ''])
  const [name = ''] = readdirSync(commands.file('backups'))
  expect(made.out).toContain(`Copied to the store: ${name}.`)
  expect(store.files.get(`shop/${name}`)?.equals(commands.read(`backups/${name}`))).toBe(true)
  expect([store.refused, store.uploads.size]).toEqual([0, 0])
  expect((await commands.run('backup', 'stored')).out).toContain(name)
  expect((await commands.run('backup', 'copy')).out).toBe('The store lacks nothing.\n')

  const elsewhere = newDataFolder()
  vi.stubEnv('BACKUP_FOLDER', path.join(elsewhere, 'fetched'))
  expect((await commands.run('backup', 'fetch', '../../etc/passwd')).err).toContain('Name a backup of the store')
  expect((await commands.run('backup', 'fetch', name)).code).toBe(0)
  expect(readdirSync(path.join(elsewhere, 'fetched'))).toEqual([name])
  expect((await commands.run('backup', 'fetch', name)).err).toContain('already')
  expect((await commands.run('backup', 'verify')).out).toContain('is whole')
  if (commands.shop.kind === 'sqlite') {
    vi.stubEnv('SHOP_DATA', elsewhere)
    expect((await commands.run('restore', path.join(elsewhere, 'fetched', name))).code).toBe(0)
    expect(readFileSync(path.join(elsewhere, 'pictures/large.jpg')).equals(picture)).toBe(true)
  }
})

test('a store that refuses, breaks off or is gone is a failure that says so, without secrets', async () => {
  const store = await FakeS3.start()
  await using commands = await commandsWith(variables(store))
  store.trouble = ({ query }) => (query.get('partNumber') === '1' ? 403 : undefined)
  const refused = await commands.run('backup')
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(
    /^\S+\.enc was made, but not copied to the store\. The store refuses \(403, Trouble\)\.\n$/,
  )
  expect(readdirSync(commands.file('backups'))).toHaveLength(1)
  expect([store.files.size, store.uploads.size]).toEqual([0, 0])
  store.trouble = ({ query }) => (query.get('partNumber') === '1' ? 'break' : undefined)
  expect((await commands.run('backup', 'copy')).err).toMatch(/^The store http:\/\/127\.0\.0\.1:\d+ does not answer \(/)
  let failures = 0
  store.trouble = ({ query }) => (query.has('uploads') && (failures += 1) < 3 ? 503 : undefined)
  expect((await commands.run('backup', 'copy')).code).toBe(0)
  vi.stubEnv('BACKUP_S3_SECRET', 'another secret')
  const wrong = await commands.run('backup', 'stored')
  expect(wrong.err).toBe('The store refuses (403, SignatureDoesNotMatch).\n')
  await store[Symbol.asyncDispose]()
  const gone = await commands.run('backup', 'stored')
  expect(gone.err).toMatch(/does not answer \(ECONNREFUSED\)/)
  for (const { out, err } of [refused, wrong, gone]) expect(out + err).not.toMatch(/secret/)
})

test('a copy that comes slowly is fetched, and one that breaks off leaves nothing and says so', async () => {
  await using store = await FakeS3.start()
  store.nameOfGood = 'Response'
  await using commands = await commandsWith(variables(store))
  expect((await commands.run('backup')).code).toBe(0)
  const [name = ''] = readdirSync(commands.file('backups'))
  const folder = newDataFolder()
  vi.stubEnv('BACKUP_FOLDER', folder)
  store.trouble = ({ key }) => (key.endsWith(name) ? 'half' : undefined)
  const half = await commands.run('backup', 'fetch', name)
  expect(half).toMatchObject({ code: 1, err: `The store did not send all of ${name}: try again.\n` })
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(path.join(folder, `${name}.partial`), 'left by a copy that was killed')
  store.trouble = ({ key }) => (key.endsWith(name) ? 'slow' : undefined)
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.min(ms, 300)))
  expect(await commands.run('backup', 'fetch', name)).toMatchObject({ code: 0, err: '' })
  store.trouble = () => 'silent'
  expect((await commands.run('backup', 'stored')).err).toMatch(/ does not answer \(TimeoutError\)\.\n$/)
  expect(readdirSync(folder)).toEqual([name])
})

test('doctor says whether the store answers and how old its newest backup is', async () => {
  await using store = await FakeS3.start()
  await using commands = await commandsWith(variables(store))
  const said = async () => (await commands.run('doctor')).out.split('\n').find((line) => line.includes('backup-store'))
  expect(await said()).toMatch(
    /^warning .*There is no backup in the store \(BACKUP_S3_URL\): npm run shop -- backup copy\.$/,
  )
  store.files.set('shop/shop-2026-01-01T03-00-00-000Z.tar.zst.enc', Buffer.from('old'))
  expect(await said()).toMatch(/^warning .* hours old \(shop-2026-01-01T03-00-00-000Z\.tar\.zst\.enc\): npm run/)
  await commands.run('backup')
  expect(await said()).toMatch(/^ok .*The newest backup in the store is 0 hours old \(shop-\S+\)\.$/)
  store.trouble = () => 403
  expect(await said()).toMatch(/^warning .*The store refuses \(403, Trouble\)\. Backups are not copied/)
  store.trouble = () => 'page'
  expect(await said()).toMatch(/^warning .* is no store that speaks the S3 protocol\./)
})

test('the job tries a copy again without another backup, and tells the operator once', async () => {
  await using store = await FakeS3.start()
  const clock = { now: new Date('2026-03-01T03:00:00Z') }
  await using plain = await freshShop({ now: () => clock.now })
  const folder = path.join(plain.env.SHOP_DATA, 'elsewhere')
  const { DATABASE_URL } = plain.env
  const settings = { ...variables(store), SHOP_DATA: plain.env.SHOP_DATA, BACKUP_FOLDER: folder }
  const env: Env = parseEnv({ ...settings, ...(DATABASE_URL !== undefined && { DATABASE_URL }) })
  const shop = { ...plain, env }
  store.trouble = () => 403
  await makeDueBackup(shop, never)
  clock.now = new Date(clock.now.getTime() + hourMs)
  await makeDueBackup(shop, never)
  expect(readdirSync(folder)).toHaveLength(1)
  store.trouble = () => undefined
  clock.now = new Date(clock.now.getTime() + hourMs)
  await makeDueBackup(shop, never)
  expect(readdirSync(folder)).toHaveLength(1)
  expect([...store.files.keys()]).toEqual(readdirSync(folder).map((name) => `shop/${name}`))
  const mails = await plain.db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'mail.operator_backup')
    .execute()
  expect(mails.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { isFailing: true, said: 'The store refuses (403, Trouble).' },
    { isFailing: false },
  ])
})

test('old backups are deleted in the store too; other files stay, and only encrypted ones go there', async () => {
  await using store = await FakeS3.start()
  await using commands = await commandsWith({ ...variables(store), BACKUP_KEEP_DAYS: '2', BACKUP_KEEP_COUNT: '1' })
  const named = (day: string, end: string): string => `shop-${day}T03-00-00-000Z.tar.zst${end}`
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03'])
    store.files.set(`shop/${named(day, '.enc')}`, Buffer.from(day))
  store.files.set('shop/notes.txt', Buffer.from('mine'))
  store.files.set(`other/${named('2020-01-01', '.enc')}`, Buffer.from('of another shop'))
  mkdirSync(commands.file('backups'))
  writeFileSync(commands.file(`backups/${named('2099-01-01', '')}`), 'plain')
  expect((await commands.run('backup', 'copy')).out).toContain('Deleted there')
  expect([...store.files.keys()].sort()).toEqual([
    `other/${named('2020-01-01', '.enc')}`,
    'shop/notes.txt',
    `shop/${named('2026-01-03', '.enc')}`,
  ])
  expect(existsSync(commands.file(`backups/${named('2099-01-01', '')}`))).toBe(true)
})

test('a store without a key, without encryption or with another address is refused at start', async () => {
  await using store = await FakeS3.start()
  const fault = (changes: Record<string, string>): string => {
    try {
      parseEnv({ ...variables(store), ...changes })
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect(fault({})).toBe('')
  expect(fault({ BACKUP_S3_KEY_ID: '' })).toMatch(/^BACKUP_S3_KEY_ID is missing/)
  expect(fault({ BACKUP_S3_SECRET: '' })).toMatch(/^BACKUP_S3_SECRET is missing/)
  expect(fault({ BACKUP_KEY: '' })).toMatch(/must be encrypted/)
  for (const url of [
    'https://s3.example/',
    'https://s3.example/a?b=c',
    'https://u:p@s3.example/a',
    'https://s3.example/a%2fb',
  ])
    expect(fault({ BACKUP_S3_URL: url })).toMatch(/^BACKUP_S3_URL must be/)
  expect(fault({ BACKUP_S3_URL: 'ftp://s3.example/a' })).toMatch(/^BACKUP_S3_URL must be an address/)
  const none = await shopCommands()
  expect((await none.run('backup', 'stored')).err).toContain('set BACKUP_S3_URL')
  await none[Symbol.asyncDispose]()
})
