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
import { createShop } from '../../../../src/server/create-shop.ts'
import { checkDatabase } from '../../../../src/server/platform/db/check-database.ts'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { type Shop } from '../../../../src/server/shop.ts'
import { newDataFolder } from '../../../support/database-copy.ts'

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
