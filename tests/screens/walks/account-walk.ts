import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { href } from '../../../src/routes.ts'
import { returnButton, returnReason, returnedQuantity } from '../../support/checkout-form.ts'
import { main, menuButton } from '../../support/page-parts.ts'
import { reachCheckoutByLink } from '../../support/shopper.ts'
import { signInByPost } from '../../support/sign-in.ts'
import { inAnyLanguage, startsInAnyLanguage, words } from '../../support/words.ts'
import { listsAndDevices } from './list-walk.ts'
import { at, press, priceAsked, subscribeTo, type Stop } from './walk.ts'

/** Makes the demo's delivered orders arrive today, so that something can be returned. */
function deliverAnew(dataFolder: string): void {
  const database = new DatabaseSync(path.join(dataFolder, 'shop.db'), { timeout: 10_000 })
  database.prepare(`update order_events set at = ? where to_status = 'delivered'`).run(new Date().toISOString())
  database.exec(
    `update order_lines set shipped = quantity where order_id in (select id from orders where status = 'delivered')`,
  )
  database.close()
}

/** My account of a private customer. */
export const privateAccount: readonly Stop[] = [
  {
    name: 'orders',
    shows: '.my-account h1 + .order-items a[href$="/orders/100001"]',
    open: async (visit) => {
      deliverAnew(visit.shop.dataFolder)
      await signInByPost(visit.page, visit.language, 'karin@example.com')
      await at('my-account-orders')(visit)
    },
  },
  { name: 'overview', open: at('my-account'), shows: '.order-items + a.alone[href$="/my-account/orders"]' },
  { name: 'order', open: at('my-account-order', { id: '100001' }), shows: '.order-view .order-sums' },
  {
    name: 'returns, none yet',
    open: at('my-account-return'),
    shows: '.my-account h1 + p + section a[href$="/orders/return/100001"]',
  },
  { name: 'return', open: at('my-account-return', { id: '100001' }), shows: '.return-view select' },
  {
    name: 'return, nothing chosen',
    open: ({ page }) => press(page, returnButton(page)),
    shows: '.return-view [role="alert"]',
  },
  {
    name: 'return, registered',
    shows: '.return-view [role="status"]',
    open: async ({ page }) => {
      await returnedQuantity(page).first().fill('1')
      await returnReason(page).first().selectOption({ index: 1 })
      await press(page, returnButton(page))
    },
  },
  { name: 'returns', open: at('my-account-returns'), shows: '.my-account h1 + .row-list a[href$="/orders/100001"]' },
  { name: 'order with a return', open: at('my-account-order', { id: '100001' }), shows: '.order-view .unit-list' },
  {
    name: 'offers',
    open: at('my-account-offers'),
    shows: '.my-account h1 + section h2 + *',
    says: (text) => text('account:offers.quotes_none'),
  },
  {
    name: 'subscriptions, none yet',
    open: at('my-account-subscriptions'),
    shows: '.my-account h1 + .subscription-list',
    says: (text) => text('account:subscription.empty'),
  },
  {
    name: 'subscriptions',
    shows: '.subscription-list article',
    open: async (visit) => {
      await subscribeTo(visit, '100001')
      await at('my-account-subscriptions')(visit)
    },
  },
  {
    name: 'subscriptions, changed',
    open: ({ page }) =>
      press(
        page,
        main(page)
          .getByRole('article')
          .getByRole('button', { name: startsInAnyLanguage('account:subscription.skip') }),
      ),
    shows: '.subscription-list [role="status"]',
  },
  { name: 'profile', open: at('my-account-profile-edit'), shows: '#details #profile-phone' },
  {
    name: 'profile, with a fault',
    shows: '#profile-phone-error',
    open: async ({ page }) => {
      await page.locator('main details').evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')))
      await main(page).getByLabel(startsInAnyLanguage('account:profile.phone')).fill('ring')
      await press(page, main(page).getByRole('button', { name: inAnyLanguage('account:profile.save') }))
    },
  },
  { name: 'Excel order', open: at('excel-order'), shows: '.excel-order' },
  {
    name: 'Excel order, looked at',
    shows: '.excel-order h2',
    open: async ({ page }) => {
      await main(page).getByLabel(inAnyLanguage('excel:paste')).fill('CH-10001\t2\nCH-1000\t1\nzzqx\t1\nSC-10001\tx')
      await press(page, page.getByRole('button', { name: inAnyLanguage('excel:check') }))
    },
  },
  {
    name: 'change of password',
    shows: 'dialog[data-login][open]',
    open: ({ page, language }) => page.goto(`${href(language, 'home')}?change_password`),
  },
  {
    name: 'Excel order in its dialog',
    shows: 'dialog[data-excel-order][open]',
    open: async ({ page }) => {
      await page.keyboard.press('Escape')
      if (await menuButton(page).isVisible()) await menuButton(page).click()
      await page.getByRole('button', { name: inAnyLanguage('menu.excel') }).click()
    },
  },
]

/** My account of an organization's administrator. */
export const organizationAccount: readonly Stop[] = [
  {
    name: 'orders of an organization',
    shows: '.order-items a',
    open: async (visit) => {
      await signInByPost(visit.page, visit.language, 'admin@verkstad.example')
      await at('my-account-orders')(visit)
    },
  },
  {
    name: 'overview of an organization',
    open: at('my-account'),
    shows: '.order-items + a.alone[href$="/my-account/orders"]',
  },
  { name: 'order of an organization', open: at('my-account-order', { id: '100002' }), shows: '.order-view' },
  { name: 'organization', open: at('my-account-organization'), shows: '#invite-email' },
  {
    name: 'organization, invited',
    shows: '.my-account [role="status"]',
    open: async ({ page, language, email }) => {
      await main(page).getByLabel(inAnyLanguage('account:organization.email')).fill(email)
      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: words(language)('account:organization.send') }).click(),
      ])
    },
  },
  ...listsAndDevices,
  {
    name: 'checkout with a quote to ask for',
    shows: '.quote-request textarea',
    open: async ({ page, language }) => {
      await reachCheckoutByLink(page, language)
      await page.getByText(words(language)('account:quote.ask_title')).click()
    },
  },
  {
    name: 'quote',
    shows: '.quote-lines',
    open: async ({ page }) => {
      await main(page).getByLabel(inAnyLanguage('account:quote.ask_message')).fill('Before Friday')
      await press(page, page.getByRole('button', { name: inAnyLanguage('account:quote.ask') }))
      await expect(page).toHaveURL(/offers\/Q\d+/)
    },
  },
  {
    name: 'offers with a quote',
    open: at('my-account-offers'),
    shows: '.my-account .row-list a[href*="/my-account/offers/Q"]',
  },
  {
    name: 'quote, priced',
    shows: '.quote-lines',
    open: async (visit) => {
      const link = main(visit.page).getByRole('link', { name: /Q\d/ }).first()
      await priceAsked(visit, (await link.getAttribute('href'))?.split('/').at(-1) ?? '')
      await press(visit.page, link)
    },
  },
]
