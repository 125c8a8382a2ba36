import { expect, test } from 'vitest'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { publish } from '../../../src/server/content/publish.ts'
import { savePage } from '../../../src/server/content/save-page.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'

async function pageOf(shop: TestShop, slug: string) {
  const result = await contentPage(shop, 'sv', slug)
  return result instanceof Response ? result.status : result
}

test('terms, privacy and contact name the company until they are published, and other pages are missing', async () => {
  await using shop = await freshShop()
  const by = { by: 'operator:test', now: new Date() }
  await changeSettings(
    shop.db,
    [
      ['company.name', 'Byte & Bit AB'],
      ['locales.sv.termsURL', 'villkor'],
    ],
    by,
  )
  await shop.settings.refresh()
  for (const slug of ['villkor', 'integritet', 'kontakt'])
    expect(await pageOf(shop, slug)).toMatchObject({
      status: 200,
      page: {
        isToCome: true,
        html: expect.stringMatching(/Byte &amp; Bit AB<br>.*mailto:hello@shop\.example/s) as string,
      },
    })
  for (const slug of ['kopvillkor', 'terms', 'om-oss', 'villkor/mer']) expect(await pageOf(shop, slug)).toBe(404)
  const item = { kind: 'page', id: 'terms', language: 'sv' } as const
  const editing = { db: shop.db, now: shop.now, invalidate: () => {} }
  await savePage(editing, item, { title: 'Villkor', html: '<p>Våra villkor.</p>' })
  expect(await pageOf(shop, 'villkor')).toMatchObject({ tags: ['page:terms'], page: { isToCome: true } })
  await publish(editing, item)
  const written = await pageOf(shop, 'villkor')
  expect(written).toMatchObject({ page: { title: 'Villkor', html: '<p>Våra villkor.</p>' } })
  expect(written).not.toHaveProperty('page.isToCome')
})
