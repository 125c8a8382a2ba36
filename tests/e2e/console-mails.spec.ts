import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'

for (const language of languages) {
  test(`in ${language} the preview of a mail follows what is typed, and a sample can be sent`, async ({ page, shop }, {
    project,
  }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
    })
    const email = `mails-${language}-${project.name}@example.com`
    await signInNew(page, shop, { email, language, role: 'editor' })
    await page.goto(shop.consoleOrigin + consolePath('content-mail', { name: 'order_link' }))
    await page.waitForLoadState('load')
    const mail = page.frameLocator('iframe[name="mail-preview"]')
    await expect(mail.getByRole('heading', { level: 1 })).toContainText('10023')
    await page.locator(`[name="set:${language}.intro"]`).fill('<b>Hej</b> {{number}}!\n\nHej igen.')
    await expect(mail.getByText('<b>Hej</b> 10023!', { exact: true })).toBeVisible()
    await expect(mail.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '21px')
    await expect(mail.getByText('Hej igen.', { exact: true })).toBeVisible()
    const other = languages.find((each) => each !== language) ?? language
    await page.locator(`[name="set:${other}.subject"]`).fill('{{brand}} & {{number}}')
    await expect(mail.getByRole('heading', { level: 1 })).toContainText('& 10023')
    await page.locator('select[name="view"]').selectOption(`${language}.text`)
    await expect(mail.locator('pre')).toContainText('<b>Hej</b> 10023!')
    await page.locator('[data-mail-test]').click()
    await expect(page.locator('[data-mail-said]')).toContainText(email)
    await expect(page.locator(`[name="set:${language}.intro"]`)).toHaveValue(/Hej igen/)
    expect(refused).toEqual([])
  })
}

test('without script a mail is previewed as it is typed, and saved', async ({ browser, page, shop }, { project }) => {
  const email = `mails-plain-${project.name}@example.com`
  await signInNew(page, shop, { email, language: 'en', role: 'editor' })
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const view = await plain.newPage()
  const address = shop.consoleOrigin + consolePath('content-mail', { name: 'request_closed' })
  await view.goto(address)
  await view.locator('[name="set:en.subject"]').fill(`Closed by ${project.name}: {{number}}`)
  await view.locator('button[value="show"]').click()
  await expect(view.frameLocator('iframe[name="mail-preview"]').locator('h1')).toHaveText(
    `Closed by ${project.name}: 10023`,
  )
  await view.locator('button[value="save"]').click()
  await expect(view).toHaveURL(/done=save/)
  await expect(view.locator('[name="set:en.subject"]')).toHaveValue(`Closed by ${project.name}: {{number}}`)
  await plain.close()
})
