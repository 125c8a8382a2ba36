import { expect, test } from 'vitest'
import { formatAtc } from '../../../../src/domain/cart/atc.ts'
import { maxSavedDevices } from '../../../../src/domain/lists/saved-devices.ts'
import { devicesPage } from '../../../../src/server/identity/saved-devices/devices-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop, somebody, swedish } from '../../ordering/checkout/buyer.ts'
import { openCart, openCheckout, sendCart } from '../../ordering/checkout/visit-checkout.ts'
import { bearerOf, visit, where } from '../page-visit.ts'
import { addCustomer } from '../shopper.ts'

const path = '/sv/my-account/devices'

function devices(shop: Shop, bearer: string | null, form?: Record<string, string>, query = '') {
  return visit(shop, path + query, devicesPage, { bearer, ...(form ? { form } : {}) })
}

async function shown(shop: Shop, bearer: string) {
  const answer = await devices(shop, bearer)
  if (answer instanceof Response) throw new Error(`The page was answered ${answer.status}.`)
  return answer.page.devices
}

const slugOf = async ({ db }: Shop, id: string) =>
  (await db.selectFrom('devices').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug

test('a device is saved once, named, led to its parts by category, and removed', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  const slug = await slugOf(shop, 'lat-7490')
  for (let again = 0; again < 2; again += 1)
    expect(where(await devices(shop, bearer, { action: 'save', slug }))).toBe(`303 ${path}?saved=1`)
  expect(await shown(shop, bearer)).toMatchObject([
    { slug, ownName: '', path: `/sv/hitta-delar/${slug}#your-device`, categories: [{ count: 1 }] },
  ])
  await devices(shop, bearer, { action: 'rename', slug, name: ' <b>Kontoret</b>\n ' })
  expect((await shown(shop, bearer))[0]?.ownName).toBe('<b>Kontoret</b>')
  await devices(shop, bearer, { action: 'save', slug })
  expect((await shown(shop, bearer))[0]?.ownName).toBe('<b>Kontoret</b>')
  await devices(shop, bearer, { action: 'remove', slug })
  expect(await shown(shop, bearer)).toEqual([])
})

test('a guest is led to the login and back to the question whether to save the device', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const slug = await slugOf(shop, 'xps-13')
  expect(where(await devices(shop, null, { action: 'save', slug }, `?add=${slug}`))).toBe(
    `303 /sv/logga-in?next=${encodeURIComponent(`${path}?add=${slug}`)}`,
  )
  const bearer = await bearerOf(shop, 'anna')
  expect(await devices(shop, bearer, undefined, `?add=${slug}`)).toMatchObject({ page: { adding: { slug } } })
  expect(await shown(shop, bearer)).toEqual([])
})

test("unknown devices are missing, and another customer's devices stay as they are", async () => {
  await using shop = await fixtureShop()
  for (const id of ['anna', 'other']) await addCustomer(shop, { id })
  const [anna, other] = [await bearerOf(shop, 'anna'), await bearerOf(shop, 'other')]
  const slug = await slugOf(shop, 'xps-13')
  expect(where(await devices(shop, anna, { action: 'save', slug: 'nothing' }))).toBe('404')
  await devices(shop, anna, { action: 'save', slug, name: 'Min' })
  for (const action of ['rename', 'remove']) await devices(shop, other, { action, slug, name: 'Din' })
  expect(await shown(shop, anna)).toMatchObject([{ ownName: 'Min' }])
  expect(await shown(shop, other)).toEqual([])
})

test('a customer has at most 50 devices, however many are saved at once', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  const rows = Array.from({ length: maxSavedDevices - 1 }, (_, at) => ({ device_id: `old-${at}`, name: '' }))
  await shop.db
    .insertInto('saved_devices')
    .values(rows.map((row) => ({ ...row, customer_id: 'anna', saved_at: '2026-01-01T00:00:00.000Z' })))
    .execute()
  const slugs = [await slugOf(shop, 'xps-13'), await slugOf(shop, 'lat-7490')]
  const answers = await Promise.all(slugs.map((slug) => devices(shop, bearer, { action: 'save', slug })))
  expect(answers.map((answer) => (answer instanceof Response ? null : answer.page.fault)).sort()).toEqual([
    null,
    'too_many',
  ])
  expect(await shop.db.selectFrom('saved_devices').select('device_id').execute()).toHaveLength(maxSavedDevices)
})

test('the cart without script and the checkout say which parts fit a saved device', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  const other = { brand: 'Dell', series: 'XPS', type_numbers: '' }
  await shop.db
    .insertInto('devices')
    .values(['15', '17'].map((model) => ({ ...other, id: `xps-${model}`, model, slug: `dell-xps-${model}` })))
    .execute()
  const change = async (action: string, id: string, name = '') =>
    devices(shop, bearer, { action, slug: await slugOf(shop, id), name })
  const atc = formatAtc(['BAT', 'FAN'].map((sku) => ({ sku, quantity: 1 })))
  const fits = async (customerId: string | null) => {
    const visitor = somebody(customerId)
    await sendCart(shop, swedish(), { atc }, visitor)
    const cart = await openCart(shop, swedish(), visitor)
    const checkout = await sendCart(shop, swedish(), { action: 'checkout' }, visitor)
    const id = checkout.kind === 'go' ? (checkout.path.split('/').at(-1) ?? '') : ''
    const page = await openCheckout(shop, 'sv', id, visitor)
    const [shown, ordered] = [cart, page].map((seen) =>
      seen.kind === 'cart' || seen.kind === 'page'
        ? Object.fromEntries(seen.page.lines.map((l) => [l.sku, l.fit]))
        : {},
    )
    expect(ordered).toEqual(shown)
    return shown
  }
  expect(await fits('anna')).toEqual({ BAT: null, FAN: null })
  await change('save', 'xps-15')
  expect(await fits('anna')).toEqual({ BAT: { fits: false, device: 'Dell XPS 15' }, FAN: null })
  await change('save', 'xps-17')
  expect(await fits('anna')).toEqual({ BAT: { fits: false, device: null }, FAN: null })
  await change('save', 'xps-13', 'Kontoret')
  expect(await fits('anna')).toEqual({ BAT: { fits: true, device: 'Kontoret' }, FAN: null })
  expect(await fits(null)).toEqual({ BAT: null, FAN: null })
})
