import { expect, request, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { wholeBrowser } from '../support/find-browser.ts'
import { buyToPack, returnToReceive } from '../support/packed-order.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

// One browser and one shop for the file.
test.describe.configure({ mode: 'default' })
// The headless shell has no camera, not even a false one, whose pictures are drawn by the processor.
test.use({
  permissions: ['camera'],
  launchOptions: { ...wholeBrowser, args: [...wholeBrowser.args, '--use-fake-device-for-media-stream=fps=5'] },
})

/** What lies in front of the camera: the browser's reader of barcodes is one of the test, its camera Chromium's. */
async function inFrontOfCamera(page: Page) {
  const view = { codes: [] as string[], looks: 0 }
  await page.exposeFunction('lookAtView', () => {
    view.looks += 1
    return view.codes
  })
  await page.addInitScript(() => {
    const { lookAtView } = globalThis as typeof globalThis & { lookAtView: () => Promise<string[]> }
    const detector = class {
      async detect(video: HTMLVideoElement) {
        if (video.videoWidth === 0) throw new Error('There is no picture yet.')
        return (await lookAtView()).map((rawValue) => ({ rawValue }))
      }
    }
    const getSupportedFormats = () => Promise.resolve(['ean_13', 'code_128', 'unknown'])
    Object.assign(globalThis, { BarcodeDetector: Object.assign(detector, { getSupportedFormats }) })
    const count = (name: string) => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1))
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (asked) => {
      const stream = await open(asked)
      count('test-opened')
      return stream
    }
    const { stop } = MediaStreamTrack.prototype
    MediaStreamTrack.prototype.stop = function stopped(this: MediaStreamTrack) {
      if (this.readyState === 'live') count('test-stopped')
      stop.call(this)
    }
  })
  const tracks = async () =>
    page.evaluate(() => ['test-opened', 'test-stopped'].map((name) => Number(sessionStorage.getItem(name))))
  /** Until the camera has looked so often again. */
  const looked = async (times: number) => {
    const before = view.looks
    await expect.poll(() => view.looks - before).toBeGreaterThanOrEqual(times)
  }
  return {
    show: (...codes: string[]) => void (view.codes = codes),
    /** The code is taken away for longer than the camera forgives. */
    clear: async () => {
      view.codes = []
      await looked(8)
    },
    looked,
    tracks,
  }
}

for (const language of languages) {
  test.describe(`the camera in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} an order is packed with the camera, and a part that lies there counts once`, async ({
      page,
      shop,
    }, { project }) => {
      const buyer = await request.newContext({ baseURL: shop.origin })
      const { number, parts } = await buyToPack(buyer, shop, language)
      await buyer.dispose()
      const [one, two] = parts
      await signInNew(page, shop, { email: `camera-${language}-${project.name}@example.com`, language })
      const { show, clear, looked, tracks } = await inFrontOfCamera(page)
      const picture = page.getByLabel(t('console-packing:camera.view'))
      const row = (sku: string) => page.getByRole('row').filter({ hasText: sku })

      await page.goto(`${shop.consoleOrigin}/console/packing/scan`)
      show(number)
      await page.getByRole('button', { name: t('console-packing:camera.start') }).click()
      await expect(page).toHaveURL(new RegExp(`/packing/scan/${number}`))
      await expect(picture).toBeVisible()
      await expect(page.locator('#scan')).not.toBeFocused()

      show(one.ean)
      await expect(row(one.sku)).toContainText('1 / 2')
      await looked(10)
      await expect(row(one.sku)).toContainText('1 / 2')
      await clear()
      show(one.ean, '5901234123457')
      await expect(row(one.sku)).toContainText('2 / 2')
      await expect(page.getByText(t('console-packing:fault.scan_unknown'))).toBeVisible()
      // Both lie there: neither is sent again.
      await looked(10)
      await expect(page.getByText(t('console-packing:fault.scan_unknown'))).toBeVisible()
      show(two.ean)
      await expect(page.getByText(t('console-packing:scan.whole'))).toBeVisible()

      await expect(picture).toBeVisible()
      await page.getByRole('button', { name: t('console-packing:camera.stop') }).click()
      await expect(picture).toBeHidden()
      const [opened, stopped] = await tracks()
      expect(stopped).toBe(opened)
      await page.reload()
      await expect(page.getByRole('button', { name: t('console-packing:camera.start') })).toBeVisible()
      await expect(picture).toBeHidden()
      await page.getByRole('button', { name: t('console-packing:scan.ship') }).click()
      await expect(page.getByText(t('console-packing:scan.closed'))).toBeVisible()
    })

    test(`in ${language} a return is counted with the camera, which is off on every other screen`, async ({
      page,
      browser,
      shop,
    }, { project }) => {
      const email = `kamera-${language}-${project.name}@example.com`
      const buyer = await (await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })).newPage()
      const { returnNumber, parts } = await returnToReceive(buyer, shop, language, email)
      await buyer.context().close()
      await signInNew(page, shop, { email: `camera-return-${language}-${project.name}@example.com`, language })
      const { show, tracks } = await inFrontOfCamera(page)
      const answer = await page.goto(`${shop.consoleOrigin}/console/returns/${returnNumber}`)
      expect(answer?.headers()['permissions-policy']).toMatch(/^camera=\(self\), microphone=\(\),/)
      show(parts[1].ean)
      await page.getByRole('button', { name: t('console-packing:camera.start') }).click()
      await expect(page).toHaveURL(/got=\dx1(?:&|$)/)
      await expect(page.getByLabel(t('console-packing:camera.view'))).toBeVisible()

      const other = await page.goto(`${shop.consoleOrigin}/console/orders`)
      expect(other?.headers()['permissions-policy']).toMatch(/^camera=\(\),/)
      const [opened, stopped] = await tracks()
      expect(opened).toBeGreaterThan(1)
      expect(stopped).toBe(opened)
      const refused = await page.evaluate(() =>
        navigator.mediaDevices.getUserMedia({ video: true }).then(
          () => 'opened',
          (error: Error) => error.name,
        ),
      )
      expect(refused).toBe('NotAllowedError')
      await page.goBack()
      await expect(page.getByLabel(t('console-packing:camera.view'))).toBeVisible()
    })

    test(`in ${language} a refused camera is told, and the field still scans`, async ({ page, shop }, { project }) => {
      await signInNew(page, shop, { email: `refused-${language}-${project.name}@example.com`, language })
      const { show } = await inFrontOfCamera(page)
      show('100001')
      await page.route(/packing\/scan$/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } })
      })
      await page.goto(`${shop.consoleOrigin}/console/packing/scan`)
      await page.getByRole('button', { name: t('console-packing:camera.start') }).click()
      await expect(page.getByRole('alert')).toHaveText(t('console-packing:camera.refused'))
      await expect(page.getByLabel(t('console-packing:camera.view'))).toBeHidden()
      await page.unrouteAll()
      await page.locator('#scan').fill('100001')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/packing\/scan\/100001/)
      await expect(page.getByLabel(t('console-packing:camera.view'))).toBeHidden()
    })
  })
}
