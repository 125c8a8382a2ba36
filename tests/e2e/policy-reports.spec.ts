import { expect, test } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { href } from '../../src/routes.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { freePort } from '../support/free-port.ts'

let shop: EditorsShop
let figures = ''

test.beforeAll(async () => {
  const port = await freePort()
  figures = `http://127.0.0.1:${port}/metrics`
  shop = await startEditorsShop({ METRICS_PORT: String(port) })
})
test.afterAll(() => shop.stop())

async function reports(): Promise<number> {
  const told = await (await fetch(figures)).text()
  return Number(/^csp_reports_total\{directive="script-src-elem"\} (\d+)$/m.exec(told)?.[1] ?? 0)
}

test('a browser reports a script that the policy forbids, in the shop and in the console', async ({ page }) => {
  const addresses = [shop.origin + href('en', 'home'), shop.consoleOrigin + consolePath('sign-in')]
  for (const [at, address] of addresses.entries()) {
    await page.goto(address)
    expect(await reports()).toBe(at)
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ranByMistake = true'
      document.body.append(script)
      return 'ranByMistake' in window
    })
    expect(ran).toBe(false)
    await expect.poll(reports).toBe(at + 1)
  }
})
