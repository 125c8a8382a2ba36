import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FileTaker } from '../../../src/server/catalog/import/files/file-taker.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import { shownSettings } from '../../../src/server/platform/settings/show-settings.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const params = { group: 'brand' }
const png = (colour: string) =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()

async function upload(shop: Shop, browser: Browser, file: File, fields: Record<string, string> = {}) {
  const { since } = await contentOf(shop, browser, settingScreen, { params })
  const form = { action: 'upload', picture: 'logo', since: String(since), file, ...fields }
  return outcome(shop, browser, settingScreen, { params, form })
}

async function logoOf(shop: Shop): Promise<string> {
  const { values } = await shownSettings(shop.db)
  return (values as { brand: { logo: string } }).brand.logo
}

test('a logo is uploaded, encoded anew, written in the log, and can be taken back', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const before = await logoOf(shop)
  const file = new File([new Uint8Array(await png('#111'))], '../../etc/logo.png', { type: 'image/png' })
  expect(await upload(shop, owner, file)).toMatchObject({ status: 303 })
  const logo = await logoOf(shop)
  expect(logo).toMatch(/^\/pictures\/brand-logo-[0-9a-f]{16}\.webp$/)
  expect((await sharp(readFileSync(path.join(shop.env.SHOP_DATA, logo))).metadata()).format).toBe('webp')
  await shop.settings.refresh()
  const { history, logoFaults, pictures } = await contentOf(shop, owner, settingScreen, { params })
  expect(history[0]).toMatchObject({ name: 'brand.logo', after: logo, by: 'The owner' })
  expect(pictures).toContainEqual({ picture: 'logo', address: logo })
  expect(logoFaults).toEqual([expect.objectContaining({ scheme: 'dark', percent: 100 })])
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor']).execute()
  expect(log).toContainEqual({ operation: 'settings.change', actor: 'The owner' })
  const { since } = await contentOf(shop, owner, settingScreen, { params })
  const undo = { action: 'undo', since: String(since), revision: String(history[0]?.revision) }
  await outcome(shop, owner, settingScreen, { params, form: undo })
  expect(await logoOf(shop)).toBe(before)
})

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`

/** A drawing of masks each of which is used twice in the one before it. */
function masksInMasks(count: number): string {
  const mask = (at: number) =>
    `<mask id="m${at}">${`<rect width="9" height="9" fill="#fff" mask="url(#m${at + 1})"/>`.repeat(2)}</mask>`
  return svg(
    `${Array.from({ length: count }, (_, at) => mask(at)).join('')}<rect width="9" height="9" mask="url(#m0)"/>`,
  )
}

test.each([
  ['a script', svg('<script>alert(1)</script>'), {}],
  ['an event handler', svg('<rect width="9" height="9" onload="alert(1)"/>'), {}],
  ['a page that calls itself a PNG', '<html><script>alert(1)</script></html>', {}],
  ['a drawing for previews of links', svg('<rect width="9" height="9"/>'), { picture: 'picture' }],
  ['another setting', svg('<rect width="9" height="9"/>'), { picture: 'company.name' }],
  ['more than 2 MB', 'x'.repeat(2 * 1024 * 1024 + 1), {}],
  ['a form that is cut off', 'x'.repeat(3 * 1024 * 1024), {}],
  ['nothing', '', {}],
  ['masks in masks, which take hours', masksInMasks(24), {}],
])('a logo with %s is refused, nothing is stored and nothing stays behind', async (_what, content, fields) => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const before = await logoOf(shop)
  const hasty = { ...shop, files: new FileTaker(shop.env.SHOP_DATA, { file: 90_000, brand: 2_000 }) }
  const { status } = await upload(hasty, owner, new File([content], 'logo.png', { type: 'image/png' }), fields)
  expect(status).toBe(422)
  expect(await logoOf(shop)).toBe(before)
  const folder = path.join(shop.env.SHOP_DATA, 'uploads')
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

test('a picture is taken for the looks alone, and not on a page that somebody has changed since', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const file = () => new File([svg('<rect width="9" height="9"/>')], 'a.svg')
  const other = { group: 'company' }
  const { since } = await contentOf(shop, owner, settingScreen, { params: other })
  const form = { action: 'upload', picture: 'logo', since: String(since), file: file() }
  expect(await outcome(shop, owner, settingScreen, { params: other, form })).toMatchObject({ status: 422 })
  expect(await upload(shop, owner, file())).toMatchObject({ status: 303 })
  expect(await upload(shop, owner, file(), { since: String(since) })).toMatchObject({ status: 422 })
  expect(readdirSync(path.join(shop.env.SHOP_DATA, 'uploads'))).toEqual([])
})
