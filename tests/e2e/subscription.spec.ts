import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { formatDate } from '../../src/i18n/formats.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { sweden } from '../support/homes.ts'
import { mailTexts } from '../support/mailbox.ts'
import { main } from '../support/page-parts.ts'
import { subscribe } from '../support/subscribe.ts'
import { words } from '../support/words.ts'
import { linkMailed } from './awaited-mail.ts'
import { daysLater } from './days-later.ts'

// One shop for the file: its tests run one after the other.
test.describe.configure({ mode: 'default' })
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop({ SANDBOX_PAYMENTS: '1' })
})
test.afterAll(async () => shop.stop())

const screens = { sv: 'prenumeration', en: 'subscription' } as const

for (const language of languages) {
  const t = words(language)

  test.describe(`a guest subscribes (${language})`, () => {
    // English shoppers use no scripts.
    test.use({ javaScriptEnabled: language === 'sv' })

    test('by card: the next order is placed automatically, and the mailed link skips, pauses and cancels it', async ({
      page,
    }, { project, repeatEachIndex }) => {
      const email = `${project.name}-${language}-${repeatEachIndex}@example.se`
      await subscribe(page, shop, { language, email })
      await page.goto(shop.origin + (await linkMailed(shop.dataFolder, email, screens[language])))
      const next = main(page).getByRole('article')
      await expect(next).toContainText(t('account:subscription.by_card'))
      await expect(next).toContainText(formatDate(dayIn(30), { language, home: sweden }))
      await daysLater(shop, 30.5)
      await page.reload()
      await expect(next).toContainText(formatDate(dayIn(60), { language, home: sweden }))
      const number =
        /\d{6}/.exec(await next.getByText(t('account:subscription.last', { number: '' }).trim()).innerText())?.[0] ?? ''
      expect(await shop.order('show', number)).toMatchObject({
        order: { status: 'confirmed', payment_method: 'sandbox' },
      })
      expect(
        mailTexts(shop.dataFolder, email).filter((mail) => mail.includes('Message-ID: <subscription-renewed-')),
      ).toHaveLength(1)
      await revise(page, language)
      await act(page, t('account:subscription.skip'), t('account:subscription.done_skip'))
      await expect(next).toContainText(formatDate(dayIn(90), { language, home: sweden }))
      await act(page, t('account:subscription.pause'), t('account:subscription.done_pause'))
      await act(page, t('account:subscription.resume'), t('account:subscription.done_resume'))
      await act(page, t('account:subscription.cancel'), t('account:subscription.done_cancel'))
      await expect(next).toContainText(t('account:subscription.status_cancelled'))
      await expect(next.getByRole('button')).toHaveCount(0)
    })
  })
}

/** Asks what two of the part cost in Norway, makes a mistake on the way, goes back and forward, and confirms. */
async function revise(page: Page, language: Language): Promise<void> {
  const t = words(language)
  const form = main(page)
  const field = (name: 'line1' | 'city' | 'postal_code') =>
    form.getByRole('textbox', { name: t(`checkout:field.${name}`) })
  await form.getByRole('link', { name: t('account:subscription.revise') }).click()
  await form.getByRole('spinbutton', { name: t('account:subscription.revise_quantity') }).fill('2')
  await field('line1').fill('Storgata 9')
  await field('city').fill('Oslo')
  await field('postal_code').fill('1')
  await form.getByRole('combobox', { name: t('checkout:field.country') }).selectOption('NO')
  await form.getByRole('button', { name: t('account:subscription.revise_review') }).click()
  await expect(form.getByText(t('checkout:error.postal_code_invalid'))).toBeVisible()
  await field('postal_code').fill('0155')
  await form.getByRole('button', { name: t('account:subscription.revise_review') }).click()
  const confirm = form.getByRole('button', { name: t('account:subscription.revise_confirm') })
  await expect(confirm).toBeVisible()
  await form.getByRole('textbox', { name: t('checkout:field.line2') }).fill('x'.repeat(120))
  await form.getByRole('button', { name: t('account:subscription.revise_again') }).click()
  await expect(form.getByText('x'.repeat(120))).toBeVisible()
  await expectToFit(page)
  await page.reload()
  await expect(form.getByText('0155 Oslo')).toBeVisible()
  await confirm.click()
  await expect(page.getByRole('status').filter({ hasText: t('account:subscription.done_revise') })).toBeVisible()
  await expect(form.getByRole('article')).toContainText(t('account:subscription.units', { count: 2 }))
  await expect(form.getByRole('article')).toContainText('0155 Oslo')
  await expectToFit(page)
}

/** A long word of an address makes no page wider than its screen. */
async function expectToFit(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  expect(await page.locator('html').evaluate((root) => root.scrollWidth)).toBeLessThanOrEqual(width)
}

async function act(page: Page, action: string, done: string): Promise<void> {
  await main(page).getByRole('button', { name: action }).click()
  await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}
