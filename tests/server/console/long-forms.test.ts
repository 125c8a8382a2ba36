import { expect, test } from 'vitest'
import { deleteExpired } from '../../../src/server/identity/delete-expired.ts'
import { isStaffBrowser } from '../../../src/server/identity/staff/staff-session.ts'
import { serveHttp } from '../../support/http-shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, newBrowser, signedIn, type Browser } from './at-console.ts'

const hours = 3600
const long = 100_000

test('reads long forms of staff, also when their session has just ended', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using http = await serveHttp({
    render: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
    isStaff: (cookies) => isStaffBrowser(shop, cookies),
  })
  const sent = async ({ cookies }: Browser) => {
    const cookie = ['cid=1', ...[...cookies].map(([name, value]) => `${name}=${value}`)].join('; ')
    const body = Buffer.alloc(long)
    return (await http.ask('/console/brands/new', { method: 'POST', body, headers: { cookie } })).status
  }
  const owner = await signedIn(shop, 'owner')
  expect([await sent(owner), await sent(newBrowser())]).toEqual([200, 413])
  clock.advance(13 * hours)
  await deleteExpired(shop)
  expect((await consoleRequestOf(shop, owner)).locals.staff).toBeNull()
  expect(await sent(owner)).toBe(200)
  clock.advance(24 * hours)
  await deleteExpired(shop)
  expect(await sent(owner)).toBe(413)
})
