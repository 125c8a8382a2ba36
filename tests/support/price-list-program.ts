/**
 * Sets `process.argv[4]` prices of the price list `process.argv[3]` in the database `process.argv[2]`, from
 * `process.argv[5]` on and without any others, for tests that kill it.
 */
import { flushCompileCache } from 'node:module'
import { connect, type DatabaseLocation } from '../../src/server/platform/db/connect.ts'
import { setPriceRows } from '../../src/server/pricing/price-lists/change-rows.ts'
import { manyListRows } from './many-prices.ts'

// Node keeps compiled code for the next start only where a process is not killed.
flushCompileCache()
const [location = '{}', id = '', count = '', amount = ''] = process.argv.slice(2)
const open = connect(JSON.parse(location) as DatabaseLocation)
const rows = manyListRows(Number(amount), Number(count))
await setPriceRows({ ...open, now: () => new Date() }, id, { rows, replaces: true, actor: 'program' })
await open.db.destroy()
