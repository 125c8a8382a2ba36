import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkDatabase } from '../../../../src/server/platform/db/check-database.ts'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { FailedWrites } from '../../../../src/server/platform/db/faults/failed-writes.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { type Shop } from '../../../../src/server/shop.ts'
import { createShop } from '../../../../src/server/create-shop.ts'
import { newDataFolder } from '../../../support/database-copy.ts'
import { freshDatabase } from '../../../support/test-database.ts'

type Opened = { shop: Shop; file: string; fault: () => ReturnType<typeof checkDatabase> }

/** A running shop on its own file, whose pages it has read and written. */
async function runningShop(): Promise<Opened> {
  const dataFolder = newDataFolder()
  const shop = await createShop(parseEnv({ SHOP_DATA: dataFolder, LOG_LEVEL: 'silent' }))
  await sql`pragma wal_checkpoint(truncate)`.execute(shop.db)
  const file = path.join(dataFolder, 'shop.db')
  return { shop, file, fault: () => checkDatabase({ ...shop, location: { sqliteFile: file } }) }
}

function overwrite(file: string, from: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, from)
  closeSync(handle)
}

test('a working database has no fault, and the check leaves nothing behind', async () => {
  await using open = await freshDatabase()
  expect(await checkDatabase(open)).toBeUndefined()
  expect(await checkDatabase(open)).toBeUndefined()
  expect(
    statSync(path.join(open.env.SHOP_DATA, `.readiness-${process.pid}`), { throwIfNoEntry: false }),
  ).toBeUndefined()
})

test.each<[string, (file: string) => void]>([
  ['garbage behind its first page', (file) => overwrite(file, 4096, Buffer.alloc(statSync(file).size - 4096, 0xff))],
  ['zeros in its middle', (file) => overwrite(file, 8192, Buffer.alloc(statSync(file).size - 16_384))],
  ['another header', (file) => overwrite(file, 0, Buffer.from('no database any more'))],
  ['half its length', (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
])('a file with %s under a running shop is a fault, though the shop has it in its cache', async (_, damage) => {
  const { shop, file, fault } = await runningShop()
  expect(await fault()).toBeUndefined()
  const whole = readFileSync(file)
  damage(file)
  expect(await fault()).toBe('database damaged')
  writeFileSync(file, whole)
  expect(await fault()).toBeUndefined()
  await shop.close()
})

test('a full disk is a fault', async () => {
  const { shop, file, fault } = await runningShop()
  symlinkSync('/dev/full', path.join(path.dirname(file), `.readiness-${process.pid}`))
  expect(await fault()).toBe('disk full')
  expect(await fault()).toBeUndefined()
  await shop.close()
})

test('an import that holds the write lock is not a fault', async () => {
  const { shop, file, fault } = await runningShop()
  const other = connect({ sqliteFile: file })
  await other.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ key: 'busy', value: 'yes' }).execute()
    expect(await fault()).toBeUndefined()
  })
  await other.db.destroy()
  await shop.close()
})

test('a read-only or missing PostgreSQL is a fault', async () => {
  await using open = await freshDatabase()
  const location = { postgresUrl: 'postgres://shop@127.0.0.1:9/shop' }
  const gone = connect(location)
  expect(await checkDatabase({ ...gone, location })).toBe('no database')
  await gone.db.destroy()
  if (open.kind === 'sqlite') return
  const readOnly = connect({
    ...open.location,
    postgresUrl:
      ('postgresUrl' in open.location ? open.location.postgresUrl : '') +
      `?options=-c%20default_transaction_read_only%3Don`,
  })
  expect(await checkDatabase({ ...readOnly, location: open.location })).toBe('database read-only')
  await readOnly.db.destroy()
})

test('PostgreSQL that has refused a write is a fault until a write of its own succeeds', async () => {
  await using open = await freshDatabase()
  if (!('postgresUrl' in open.location)) return
  const url = new URL(open.location.postgresUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const refusing = connect({ postgresUrl: url.href, poolSize: 1 })
  const failedWrites = new FailedWrites()
  expect(await failedWrites.fault(refusing.db)).toBeUndefined()
  await sql`delete from settings`.execute(refusing.db).catch(() => {})
  expect(await failedWrites.fault(refusing.db)).toBe('disk read-only')
  expect(await checkDatabase({ ...open, failedWrites })).toBeUndefined()
  expect(await failedWrites.fault(refusing.db)).toBeUndefined()
  failedWrites.close()
  await refusing.db.destroy()
})
