import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { returnButton, returnReason } from '../support/checkout-form.ts'
import { mailedLink } from '../support/mailbox.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { main, pageHeading } from '../support/page-parts.ts'
import { orderableSku, person } from '../support/shopper.ts'
import { tapping } from '../support/tapping.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })

/** Buys as a guest by the posts of the forms, with the cookies of the page's browser. */
async function buyAsGuest(page: Page, language: Language, email: string): Promise<void> {
  const lines = [{ sku: await orderableSku(page, language), quantity: 1 }]
  await orderByForm(page.request, language, { lines, email, name: person.name })
}

for (const language of languages) {
  test.describe(`in ${language}, without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('spec 2: a guest opens their own order by the mailed link, and no other [6.guest]', async ({
      page,
      shop,
      browser,
    }, { project }) => {
      const t = words(language)
      const email = `gast-${language}-${project.name}@example.com`
      await buyAsGuest(page, language, email)
      await page.goto(await mailedLink(shop.dataFolder, email))
      await page.getByRole('button', { name: t('account:login.order_submit') }).click()
      await page.waitForURL(/my-order\/\d+$/)
      const path = new URL(page.url()).pathname
      const number = path.split('/').at(-1) ?? ''
      await expect(pageHeading(page)).toHaveText(t('orders:order.title', { number }))
      await expect(main(page)).toContainText(t('checkout:status.confirmed'))
      await expect(main(page)).toContainText(person.line1)
      await page.goto(shop.origin + href(language, 'my-order'))
      await expect(pageHeading(page)).toHaveText(t('orders:order.title', { number }))
      await page.goto(shop.origin + href(language, 'my-order', { id: '100001' }))
      expect(new URL(page.url()).pathname).toBe(href(language, 'track-order', { id: '100001' }))
      await page.goto(shop.origin + href(language, 'my-account-orders'))
      expect(new URL(page.url()).pathname).toBe(path)
      const stranger = await browser.newPage()
      const answer = await stranger.goto(shop.origin + path)
      expect(new URL(stranger.url()).pathname).toBe(href(language, 'track-order', { id: number }))
      expect(await answer?.text()).not.toContain(person.line1)
      await stranger.close()
    })

    test("a guest exports the order's data and erases them once the order is completed", async ({ page, shop }, {
      project,
    }) => {
      const t = words(language)
      const email = `radera-${language}-${project.name}@example.com`
      await buyAsGuest(page, language, email)
      const link = await mailedLink(shop.dataFolder, email)
      await page.goto(link)
      await page.getByRole('button', { name: t('account:login.order_submit') }).click()
      await page.waitForURL(/my-order\/\d+$/)
      const number = page.url().split('/').at(-1) ?? ''
      const copying = page.waitForEvent('download')
      await page.getByRole('button', { name: t('orders:data.export') }).click()
      const copy = readFileSync(await (await copying).path(), 'utf8')
      expect(JSON.parse(copy)).toMatchObject({ order: { number, email, address: { line1: person.line1 } } })
      await expect(main(page)).toContainText(t('orders:data.under_way'))
      await expect(page.getByRole('button', { name: t('orders:data.erase') })).toHaveCount(0)

      await shop.order('cancel', number)
      await page.reload()
      await page.getByRole('button', { name: t('orders:data.erase') }).click()
      await expect(page.getByRole('alert')).toHaveText(t('account:profile.fault.not_sure'))
      await page.getByLabel(t('account:profile.erase_sure')).check()
      await page.getByRole('button', { name: t('orders:data.erase') }).click()
      await expect(pageHeading(page)).toHaveText(t('orders:data.erased_title', { number }))
      await page.goto(shop.origin + href(language, 'my-order', { id: number }))
      expect(new URL(page.url()).pathname).toBe(href(language, 'track-order', { id: number }))
      await page.goto(link)
      await expect(page.getByRole('alert')).toHaveText(t('islands:login.error.link_over'))
    })

    test('spec 2: a guest returns parts from the mailed link, once they have been delivered', async ({ page, shop }, {
      project,
    }) => {
      const t = words(language)
      const { tap, atMost } = tapping(page)
      const email = `gast-retur-${language}-${project.name}@example.com`
      await buyAsGuest(page, language, email)
      await page.goto(await mailedLink(shop.dataFolder, email))
      await tap(page.getByRole('button', { name: t('account:login.order_submit') }))
      const number = page.url().split('/').at(-1) ?? ''
      const answer = await page.goto(shop.origin + href(language, 'my-order-return', { id: number }))
      expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, 'private, no-store'])
      await expect(main(page)).toContainText(t('orders:return.not_delivered'))
      await shop.order('process', number)
      await shop.order('ship', number, '--carrier', 'postnord', '--tracking', 'PN1')
      await shop.order('deliver', number)
      await page.goto(shop.origin + href(language, 'my-order', { id: number }))
      await tap(page.getByRole('link', { name: t('orders:order.return'), exact: true }))
      await returnReason(page).first().selectOption({ index: 1 })
      await tap(returnButton(page))
      await expect(pageHeading(page)).toHaveText(t('orders:return.registered'))
      atMost(3)
    })
  })
}
