import { statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkDatabase } from '../../../../src/server/platform/db/check-database.ts'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { FailedWrites } from '../../../../src/server/platform/db/faults/failed-writes.ts'
import { freshDatabase } from '../../../support/test-database.ts'

test('a working database has no fault, and the check leaves nothing behind', async () => {
  await using open = await freshDatabase()
  expect(await checkDatabase(open)).toBeUndefined()
  expect(await checkDatabase(open)).toBeUndefined()
  expect(
    statSync(path.join(open.env.SHOP_DATA, `.readiness-${process.pid}`), { throwIfNoEntry: false }),
  ).toBeUndefined()
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
