import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newKey } from '../../../src/server/backup/archive/backup-key.ts'
import { readBackup } from '../../../src/server/backup/archive/read-archive.ts'
import { lastBackup } from '../../../src/server/backup/last-backup.ts'
import { makeBackup } from '../../../src/server/backup/make-backup.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import { makeDueBackup } from '../../../src/server/jobs/make-due-backup.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { parseEnv, type Env } from '../../../src/server/platform/env.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { freshShop } from '../../support/test-shop.ts'

const never = new AbortController().signal
const hourMs = 3_600_000
const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('shop-')) : []

const mailsOf = async ({ db }: Shop) =>
  (await db.selectFrom('outbox').select('payload').where('kind', '=', 'mail.operator_backup').execute()).map(
    ({ payload }) => JSON.parse(payload),
  )

test('the job makes a backup once per period, in one of all processes, and deletes old ones', async () => {
  const clock = { now: new Date('2026-03-01T03:00:00Z') }
  await using plain = await freshShop({ now: () => clock.now })
  const folder = path.join(plain.env.SHOP_DATA, 'elsewhere')
  await makeDueBackup(plain, never)
  expect(backupsIn(folder)).toEqual([])
  const env: Env = { ...plain.env, BACKUP_FOLDER: folder, BACKUP_KEEP_DAYS: 2, BACKUP_KEEP_COUNT: 1 }
  const shop = { ...plain, env }
  await Promise.all([makeDueBackup(shop, never), makeDueBackup(shop, never)])
  const [first = ''] = backupsIn(folder)
  expect(backupsIn(folder)).toHaveLength(1)
  const { manifest } = await readBackup(path.join(folder, first), undefined, {})
  expect(manifest.tables.find(({ name }) => name === 'orders')).toEqual({ name: 'orders', rows: 0 })
  expect(manifest.parts.filter(({ name }) => name === 'files')).toEqual([])

  clock.now = new Date(clock.now.getTime() + 23 * hourMs)
  await makeDueBackup(shop, never)
  expect(backupsIn(folder)).toHaveLength(1)
  clock.now = new Date(clock.now.getTime() + 60 * hourMs)
  await makeDueBackup(shop, never)
  expect(backupsIn(folder)).toHaveLength(1)
  expect(backupsIn(folder)).not.toContain(first)
  expect(await mailsOf(plain)).toEqual([])

  // A clock that was a year ahead does not end backups when it is right again.
  const [right, year] = [clock.now.getTime(), 365 * 24 * hourMs]
  clock.now = new Date(right + year)
  await makeDueBackup(shop, never)
  clock.now = new Date(right + 25 * hourMs)
  await makeDueBackup(shop, never)
  expect(backupsIn(folder).filter((name) => name.includes('-2026-03-05'))).toHaveLength(1)
  expect((await lastBackup(env, new Date(right + 90 * hourMs))).text).toContain('65 hours old')
})

test('a failure is mailed once, and that it works again', async () => {
  const clock = { now: new Date('2026-03-01T03:00:00Z') }
  await using plain = await freshShop({ now: () => clock.now })
  const folder = path.join(plain.env.SHOP_DATA, 'disk')
  writeFileSync(folder, 'A file is where the folder should be.')
  const shop = { ...plain, env: { ...plain.env, BACKUP_FOLDER: folder } }
  for (let tries = 0; tries < 3; tries += 1) {
    await makeDueBackup(shop, never)
    clock.now = new Date(clock.now.getTime() + hourMs)
  }
  expect(await mailsOf(plain)).toMatchObject([{ isFailing: true, said: expect.stringContaining(folder) }])
  rmSync(folder)
  await makeDueBackup(shop, never)
  expect(backupsIn(folder)).toHaveLength(1)
  expect(await mailsOf(plain)).toMatchObject([{ isFailing: true }, { isFailing: false }])
})

test('a backup that cannot be read back is none, and the older one stays', async () => {
  await using shop = await freshShop()
  const folder = path.join(shop.env.SHOP_DATA, 'elsewhere')
  const env: Env = { ...shop.env, BACKUP_FOLDER: folder, BACKUP_KEEP_DAYS: 1, BACKUP_KEEP_COUNT: 1 }
  const good = await makeBackup(env, new Date('2026-11-20T03:00:00Z'))
  const bad = makeBackup(env, new Date('2026-11-25T03:00:00Z'), async (file) => {
    writeFileSync(file, 'damaged')
    await readBackup(file, undefined, {})
  })
  await expect(bad).rejects.toMatchObject({ name: 'BackupError' })
  expect(backupsIn(folder)).toEqual([path.basename(good.file)])
  const next = await makeBackup(env, new Date('2026-11-25T04:00:00Z'), (file) => readBackup(file, undefined, {}))
  expect(backupsIn(folder)).toEqual([path.basename(next.file)])
})

/** A database with content that lacks its last migration, which does nothing when it is applied again. */
async function olderShop() {
  const source = await copyDatabase('fixture')
  const { db, kind } = connect(source.location)
  await sql`delete from kysely_migration where name >= '0092'`.execute(db)
  await db.destroy()
  return { ...source, kind }
}

test('a shop is backed up before a new version migrates it, and not migrated where that fails', async () => {
  const { env, drop } = await olderShop()
  const blocked = path.join(env.SHOP_DATA, 'blocked')
  writeFileSync(blocked, '')
  const failed = await createShop(parseEnv({ ...env, LOG_LEVEL: 'silent', BACKUP_FOLDER: blocked })).catch(
    (error: Error) => error,
  )
  expect(failed).toMatchObject({ name: 'BootError' })
  expect(String(failed)).toContain('The database is not migrated, because no backup could be made before.')
  const folder = path.join(env.SHOP_DATA, 'backups')
  // The migration itself fails, because its columns are there: the backup was made before.
  const again = await createShop(parseEnv({ ...env, LOG_LEVEL: 'silent' })).then(
    (shop) => shop.close(),
    () => undefined,
  )
  expect(again).toBeUndefined()
  const [name = ''] = backupsIn(folder)
  const { head } = await readBackup(path.join(folder, name), undefined, {})
  expect(head.schema.at(-1)).toBe('0080-staff-notes')
  await createShop(parseEnv({ ...env, LOG_LEVEL: 'silent', BACKUP_BEFORE_MIGRATION: '0' })).then(
    (shop) => shop.close(),
    () => undefined,
  )
  expect(backupsIn(folder)).toHaveLength(1)
  await drop()
})

test('production is warned of an old backup, of none, and of one on the same disk', async () => {
  await using shop = await freshShop()
  const env: Env = { ...shop.env, isProduction: true, BACKUP_FOLDER: path.join(shop.env.SHOP_DATA, 'b') }
  const at = new Date('2026-03-03T00:00:00Z')
  expect(await lastBackup(env, at)).toMatchObject({ verdict: 'warning', text: expect.stringContaining('no backup') })
  mkdirSync(env.BACKUP_FOLDER ?? '')
  writeFileSync(path.join(env.BACKUP_FOLDER ?? '', 'shop-2026-03-01T00-00-00-000Z.tar.zst'), '')
  expect(await lastBackup(env, at)).toMatchObject({ verdict: 'warning', text: expect.stringContaining('48 hours') })
  const sameDisk = await lastBackup(env, new Date('2026-03-01T09:00:00Z'))
  expect(sameDisk).toMatchObject({ verdict: 'warning', text: expect.stringContaining('same disk') })
  const stored: Env = { ...env, BACKUP_S3_URL: 'https://s3.example/backups' }
  expect((await lastBackup(stored, new Date('2026-03-01T09:00:00Z'))).verdict).toBe('ok')
  expect((await lastBackup({ ...env, isProduction: false }, at)).verdict).toBe('ok')
  const [closed, key] = [path.join(shop.env.SHOP_DATA, 'file'), path.join(shop.env.SHOP_DATA, 'key')]
  writeFileSync(closed, 'no key')
  for (const [wrong, said] of [
    [{ BACKUP_FOLDER: path.join(closed, 'b') }, 'cannot be read and written by this user (ENOTDIR)'],
    [{ BACKUP_KEY_FILE: key }, 'cannot be read (ENOENT)'],
    [{ BACKUP_KEY_FILE: closed }, 'must be 32 random bytes'],
  ] as const)
    expect(await lastBackup({ ...env, ...wrong }, at)).toMatchObject({
      verdict: 'warning',
      text: expect.stringContaining(said),
    })
})

test('doctor says that the last backup has another key than the one that is set', async () => {
  await using shop = await freshShop()
  const env: Env = { ...shop.env, isProduction: true, BACKUP_FOLDER: path.join(shop.env.SHOP_DATA, 'b') }
  const made = new Date('2026-03-01T00:00:00Z')
  await makeBackup({ ...env, BACKUP_KEY: newKey() }, made)
  expect((await lastBackup({ ...env, BACKUP_KEY: newKey() }, made)).text).toContain('encrypted with another key')
})
