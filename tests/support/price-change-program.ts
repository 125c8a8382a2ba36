/** Works at the change of prices `process.argv[3]` in the database `process.argv[2]`, for tests that kill it. */
import { flushCompileCache } from 'node:module'
import { connect, type DatabaseLocation } from '../../src/server/platform/db/connect.ts'
import { workAtChange } from '../../src/server/pricing/price-changes/carry-out-changes.ts'

// Node keeps compiled code for the next start only where a process is not killed.
flushCompileCache()
const [location = '{}', id = ''] = process.argv.slice(2)
const open = connect(JSON.parse(location) as DatabaseLocation)
await workAtChange({ ...open, now: () => new Date() }, id)
await open.db.destroy()
