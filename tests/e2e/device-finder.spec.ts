import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import type { TrackedEvent } from '../../src/features/tracking/events.ts'
import { href } from '../../src/routes.ts'
import {
  chosenFilters,
  deviceFinder,
  main,
  opener,
  pageHeading,
  pixelsBeside,
  productCards,
  productLink,
} from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { openFirstCategory } from '../support/shopper.ts'
import { objections } from '../support/whole-screen.ts'
import { inAnyLanguage, words } from '../support/words.ts'

/** A laptop of the demo shop, and the beginning of its label's text. */
const device = {
  brand: 'Nordbok',
  series: 'Pro 14',
  model: 'Pro 14 G3',
  name: 'Nordbok Pro 14 G3',
  slug: 'nordbok-pro-14-g3',
  label: 'nbp14.g3',
}

const field = (page: Page, name: 'brand' | 'series' | 'model') =>
  deviceFinder(page).getByRole('combobox', { name: inAnyLanguage(`finder.${name}`) })
/** The line with the remembered device, which no script shows without one. */
const yours = (page: Page) => deviceFinder(page).locator('.yours')

async function submit(page: Page): Promise<void> {
  await deviceFinder(page)
    .getByRole('button', { name: inAnyLanguage('finder.submit') })
    .click()
}

/** Chooses the brand; the series load after the page notices the first interaction. */
async function chooseBrand(page: Page): Promise<void> {
  await field(page, 'brand').focus()
  await field(page, 'brand').selectOption(device.brand)
  let at = 0
  await expect(async () => {
    await page.mouse.move((at += 5), 300)
    await expect(field(page, 'series')).toBeEnabled({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

async function chooseDevice(page: Page): Promise<void> {
  await chooseBrand(page)
  await field(page, 'series').selectOption(device.series)
  await field(page, 'model').selectOption(device.slug)
}

/** Records every event of the following pages across navigations. */
async function listen(
  page: Page,
  baseURL: string | undefined,
  consent: string,
): Promise<() => Promise<TrackedEvent[]>> {
  await page.context().addCookies([{ name: '__consent', value: consent, url: baseURL ?? '' }])
  await page.addInitScript(() => {
    const heard: unknown[] = []
    heard.push = (...entries) => {
      const told = JSON.parse(sessionStorage.getItem('told') ?? '[]')
      sessionStorage.setItem('told', JSON.stringify([...told, ...entries]))
      return Array.prototype.push.apply(heard, entries)
    }
    Object.defineProperty(window, 'dataLayer', { get: () => heard, set() {} })
  })
  return async () => {
    const told: TrackedEvent[] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('told') ?? '[]'))
    return told.filter((entry) => ['regNoSearch', 'phoneModelSelector', 'cableSelector'].includes(entry?.event))
  }
}

async function cableCategory(page: Page, language: Language): Promise<string> {
  const all: { id: string; path: string }[] = await (
    await page.request.get(`/api/product-categories?parent_id=cables-and-adapters&locale=${language}`)
  ).json()
  return all.find(({ id }) => id === 'usb-cables')?.path ?? ''
}

for (const language of languages) {
  const text = words(language)

  test(`the device chosen in ${language} is remembered in parts, lists and product pages until removed`, async ({
    page,
    baseURL,
  }) => {
    const told = await listen(page, baseURL, '31')
    await page.goto(href(language, 'home'))
    await chooseDevice(page)
    await submit(page)
    await expect(page).toHaveURL(href(language, 'device', { slug: device.slug }))
    await expect(pageHeading(page)).toContainText(device.name)
    await expect(yours(page)).toContainText(device.name)
    await expect(productCards(page).first()).toContainText(text('islands:device.fits', { name: device.name }))
    await page.goto(`${href(language, 'device', { slug: device.slug })}?view=table`)
    const tick = page.locator('.product-table [data-fit=yes]').first()
    await expect(tick).toHaveAttribute('title', text('islands:device.fits', { name: device.name }))
    await page.goBack()
    const fitting = (await productLink(productCards(page)).first().getAttribute('href')) ?? ''

    await page.goto(fitting)
    await expect(page.getByRole('link', { name: text('islands:device.fits', { name: device.name }) })).toBeVisible()

    await openFirstCategory(page, language)
    await yours(page).getByRole('link', { name: device.name }).click()
    await expect(page).toHaveURL(new RegExp(`\\?device=${device.slug}#grid$`))
    await expect(chosenFilters(page)).toContainText(device.name)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)

    await yours(page)
      .getByRole('button', { name: text('islands:device.forget', { name: device.name }) })
      .click()
    await expect(yours(page)).toHaveCount(0)
    await page.goto(fitting)
    await untilPageIdle(page)
    await expect(page.getByRole('link', { name: text('islands:device.fits', { name: device.name }) })).toBeHidden()
    expect(await told()).toEqual([{ event: 'phoneModelSelector', phone_model: device.name }])
  })

  test(`a type number in ${language} leads to its device, in a search to its parts; unknown ones get help`, async ({
    page,
    baseURL,
  }) => {
    const told = await listen(page, baseURL, '31')
    await page.goto(href(language, 'search', {}, { q: language === 'sv' ? 'batteri' : 'battery' }))
    await opener(deviceFinder(page)).click()
    await chooseBrand(page)
    await deviceFinder(page)
      .getByRole('textbox', { name: text('finder.number') })
      .fill(device.label)
    await submit(page)
    await expect(page).toHaveURL(new RegExp(`\\?q=.+&device=${device.slug}$`))
    await expect(productCards(page).first()).toContainText(text('card.fits', { device: '' }).trim())
    await page.goto(href(language, 'find-parts', {}, { number: 'zzqx' }))
    await expect(page.getByRole('status')).toHaveText(text('finder.nothing', { number: 'zzqx' }))
    expect(await told()).toEqual([{ event: 'regNoSearch', registration_number: device.label }])
  })

  test(`the cable selector in ${language} finds cables between two connectors`, async ({ page, baseURL }) => {
    const told = await listen(page, baseURL, '31')
    await page.goto(await cableCategory(page, language))
    await opener(deviceFinder(page)).click()
    await chooseBrand(page)
    await main(page).getByText(text('finder.cable')).click()
    await page.getByRole('combobox', { name: text('finder.this_end') }).selectOption('usb_c')
    await page.getByRole('combobox', { name: text('finder.other_end') }).selectOption('usb_a')
    await page.getByRole('button', { name: text('finder.show_cables') }).click()
    await expect(page).toHaveURL(/filter=end_a%3Ausb_a%7Eend_b%3Ausb_c#grid$/)
    await expect(productCards(page).first()).toContainText('USB-A')
    expect(await told()).toEqual([{ event: 'cableSelector', from_connector: 'usb_c', to_connector: 'usb_a' }])
  })

  test.describe(`without script in ${language}`, () => {
    test.use({ javaScriptEnabled: false })

    test('the finder works step by step, starting at a category and returning to it', async ({ page }) => {
      await openFirstCategory(page, language)
      const path = new URL(page.url()).pathname
      await opener(deviceFinder(page)).click()
      await expect(field(page, 'series')).toBeHidden()
      await field(page, 'brand').selectOption(device.brand)
      await submit(page)
      await main(page).getByRole('link', { name: device.series }).click()
      await main(page).getByRole('link', { name: device.model }).click()
      await expect(page).toHaveURL(`${path}?device=${device.slug}#your-device`)
      await expect(chosenFilters(page)).toContainText(device.name)
    })
  })
}

test('nothing of the finder is sent or stored without consent, except the requested device', async ({
  page,
  baseURL,
}) => {
  const told = await listen(page, baseURL, '1')
  await page.goto(href('en', 'find-parts', {}, { brand: device.brand, series: device.series }))
  await main(page).getByRole('link', { name: device.model }).click()
  await expect(yours(page)).toContainText(device.name)
  expect(await told()).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'zp02:history'))).toEqual([
    'zp02:device',
  ])
})

test('the finder with a remembered device passes axe, and fits 320 px in sv', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.addInitScript(
    (stored) => localStorage.setItem('zp02:device', stored),
    JSON.stringify({
      slug: device.slug,
      name: device.name,
      paths: { en: href('en', 'device', { slug: device.slug }), sv: href('sv', 'device', { slug: device.slug }) },
    }),
  )
  for (const path of [
    href('sv', 'home'),
    href('sv', 'search', {}, { q: 'batteri' }),
    href('sv', 'find-parts', {}, { number: 'pro 14' }),
  ]) {
    await page.goto(path)
    await expect(yours(page)).toBeVisible()
    expect(await pixelsBeside(page), path).toBeLessThanOrEqual(0)
  }
  expect(await objections(page, 'main')).toEqual([])
})
