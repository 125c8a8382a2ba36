/**
 * Runs the scheduled jobs of the shop of its environment as of some days later, including mails:
 * `days-later-program.ts DAYS`. Started by browser tests.
 */
import './tsx-in-node.ts'

const [days = '0'] = process.argv.slice(2)
const { parseEnv } = await import('../../src/server/platform/env.ts')
const { createShop } = await import('../../src/server/create-shop.ts')
const { renewAndAlert } = await import('../../src/server/jobs/renew-and-alert.ts')
const { deliverOutbox } = await import('../../src/server/jobs/deliver-outbox.ts')

const later = await createShop(parseEnv(process.env), {
  now: () => new Date(Date.now() + Number(days) * 86_400_000),
})
await renewAndAlert(later)
await deliverOutbox(later)
await later.close()
