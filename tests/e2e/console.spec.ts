import { expect, type BrowserContext, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

const test = testWithShop({ SANDBOX_PAYMENTS: '1' })
const password = 'en lång fras till konsolen 58'

/** The link that makes somebody a member of staff. */
async function invitation(shop: EditorsShop, email: string, language: Language): Promise<string> {
  const { link } = (await shop.staff('invite', email, '--lang', language)) as { link: string }
  return link
}

/** Accepts an invitation by keyboard; ends on the account's screen. */
async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.keyboard.type('Karin Ägare')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/account/)
}

/** A device that confirms passkeys by itself. */
async function withAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

for (const language of languages) {
  test.describe(`the console in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a seller is invited, makes a passkey, and signs in with it alone`, async ({
      page,
      context,
      shop,
    }, { project }) => {
      await withAuthenticator(context, page)
      await accept(page, await invitation(shop, `key-${language}-${project.name}@example.com`, language))
      await page.getByRole('button', { name: t('console:account.add_passkey') }).click()
      await expect(page.getByText(t('console:saved'))).toBeVisible()
      await page.getByRole('button', { name: t('console:sign_out') }).click()
      await page.getByRole('button', { name: t('console:sign_in.passkey') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('console:today.title') })).toBeVisible()
    })

    test(`in ${language} an order is found and noted by keyboard`, async ({ page, shop }, { project }) => {
      await accept(page, await invitation(shop, `keys-${language}-${project.name}@example.com`, language))
      await page.keyboard.press('Escape')
      await page.locator('h1').click()
      await page.keyboard.press('g')
      await page.keyboard.press('o')
      await expect(page).toHaveURL(/\/console\/orders/)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      const [order] = (await shop.order('list', '--status', 'confirmed')) as { number: string }[]
      await page.keyboard.press('Control+k')
      await page.keyboard.type(order?.number ?? '')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(order?.number ?? '')
      await page.getByLabel(t('console-orders:note')).fill('<b>ring</b> before noon')
      await page.getByRole('button', { name: t('console-orders:add_note') }).press('Enter')
      await expect(page.getByText('<b>ring</b> before noon').first()).toBeVisible()
    })

    test(`in ${language} every screen of the console passes axe, and loses nothing at 320 px`, async ({ page, shop }, {
      project,
    }) => {
      await accept(page, await invitation(shop, `axe-${language}-${project.name}@example.com`, language))
      const orders = (await shop.order('list')) as { number: string }[]
      const paths = [
        '',
        '/account',
        '/orders',
        `/orders/${orders[0]?.number}`,
        '/customers',
        '/staff',
        '/roles',
        '/roles/new',
      ]
      const others = ['/packing', '/packing/scan', '/returns', '/payments', '/books', '/integrations']
      const found: string[] = []
      for (const path of [...paths, '/roles/seller', '/audit', '/find?q=karin', ...others])
        found.push(...(await faultsAt(page, `${shop.consoleOrigin}/console${path}`)))
      expect(found).toEqual([])
    })
  })
}

async function faultsAt(page: Page, address: string): Promise<string[]> {
  const found: string[] = []
  await page.goto(address)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await objections(page)), ...(await smallTargets(page)))
  }
  const size = page.viewportSize() ?? { width: 360, height: 740 }
  await page.setViewportSize({ width: 320, height: 512 })
  found.push(...(await losses(page)))
  await page.setViewportSize(size)
  return found.map((each) => `${new URL(address).pathname}: ${each}`)
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('in en somebody signs in, changes their name, and sees it in the audit log', async ({ page, shop }) => {
    const t = words('en')
    await page.goto(await invitation(shop, 'plain@example.com', 'en'))
    await page.getByLabel(t('console:invitation.name')).fill('Nils')
    await page.getByLabel(t('console:sign_in.password')).fill(password)
    await page.getByRole('button', { name: t('console:invitation.submit') }).click()
    await page.getByLabel(t('console:account.name'), { exact: true }).fill('Nils Holgersson')
    await page.getByRole('button', { name: t('console:save'), exact: true }).click()
    await expect(page.getByText(t('console:saved'))).toBeVisible()
    await page.goto(`${shop.consoleOrigin}/console/audit`)
    await expect(page.getByRole('row').filter({ hasText: 'name: Nils → Nils Holgersson' })).toBeVisible()
  })

  test('in en the console exists at its own address alone, and is not kept or indexed', async ({ request, shop }) => {
    expect((await request.get(`${shop.origin}/console`)).status()).toBe(404)
    const answer = await request.get(`${shop.consoleOrigin}/console`)
    expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    expect(answer.headers()['content-security-policy']).toContain("form-action 'self';")
  })
})
