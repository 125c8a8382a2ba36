import { expect } from '@playwright/test'
import { href } from '../../src/routes.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { answer, settings, settingsButton } from './consent-bar.ts'

const script = 'https://tags.example/container.js'
const test = testWithShop({ TAG_SCRIPT_URL: script })

test.describe('tags of the owner', () => {
  test.describe.configure({ mode: 'default' })

  test('are present only on public pages, in markup and policy', async ({ request, shop }) => {
    for (const [screen, mayRun] of [
      ['home', true],
      ['search', true],
      ['login', false],
      ['checkout-id', false],
      ['track-order', false],
      ['withdrawal', false],
    ] as const) {
      const answered = await request.get(shop.origin + href('en', screen))
      expect([screen, (await answered.text()).includes('tags.example')]).toEqual([screen, mayRun])
      expect([screen, answered.headers()['content-security-policy']?.includes('tags.example')]).toEqual([
        screen,
        mayRun,
      ])
    }
  })

  test('are loaded only after consent, and removed on withdrawal with what they stored', async ({ page, shop }) => {
    const asked: string[] = []
    await page.context().route(script, (route) => {
      asked.push(route.request().url())
      return route.fulfill({
        contentType: 'text/javascript',
        body: 'document.cookie = "_tag=1; Path=/"; localStorage.setItem("_tag", "1")',
      })
    })
    await page.goto(shop.origin + href('en', 'home'))
    await untilPageIdle(page)
    await expect(page.locator('script[data-tags]')).toHaveCount(0)
    expect(asked).toEqual([])
    await answer(page, 'en', 'all').click()
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('_tag=1')
    expect(asked).toEqual([script])

    await settingsButton(page).click()
    const again = page.waitForEvent('load')
    await settings(page).getByRole('button', { name: 'Only necessary' }).click()
    await again
    expect(await page.evaluate(() => [document.cookie.includes('_tag'), localStorage.getItem('_tag')])).toEqual([
      false,
      null,
    ])
    await untilPageIdle(page)
    await expect(page.locator('script[data-tags]')).toHaveCount(0)
    expect(asked).toEqual([script])
  })
})
