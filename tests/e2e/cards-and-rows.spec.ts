import { expect, test } from '@playwright/test'

const list = '/sv/kategori/laptopdelar/batterier'

test('the price stands right above the button, so that prices are level in a row of cards', async ({ page }) => {
  await page.goto('/sv/kategori/laptopdelar')
  const gaps = await page.locator('#grid .product-card:has(.price-tag)').evaluateAll((cards) =>
    cards.map((card) => {
      const [price, button] = ['.price-tag', ':scope > .button'].map((each) => card.querySelector(each))
      return Math.round((button?.getBoundingClientRect().top ?? 0) - (price?.getBoundingClientRect().bottom ?? 0))
    }),
  )
  expect(gaps.length).toBeGreaterThan(8)
  expect(new Set(gaps).size).toBe(1)
})

test('amounts are level in a row of cards, whatever else their prices say', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/sv/kategori/laptopdelar')
  const all = await page.locator('#grid .product-card:has(.price-tag)').evaluateAll((cards) => {
    // Demo prices may all say the same here: one card says more.
    cards[1]?.querySelector('.price-tag')?.insertAdjacentHTML('beforeend', '<small>från 10 st: 9 kr/st</small>')
    return cards.map((card) => {
      const top = (each: string) => Math.round(card.querySelector(each)?.getBoundingClientRect().top ?? 0)
      return { card: Math.round(card.getBoundingClientRect().top), amount: top('.amount'), button: top('.button') }
    })
  })
  const rows = Map.groupBy(all, ({ card }) => card)
  expect(rows.size).toBeGreaterThan(1)
  for (const cards of rows.values()) {
    expect(new Set(cards.map(({ amount }) => amount)).size).toBe(1)
    expect(new Set(cards.map(({ button }) => button)).size).toBe(1)
  }
})

test('part numbers of cards stand on one line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(list)
  const number = page.locator('#grid .maker .number').first()
  await number.evaluate((each) => {
    each.textContent = 'DISK-FXQ7B3HG1FXQ'
  })
  expect(await number.evaluate((each) => each.getClientRects().length)).toBe(1)
})

test('what is done with a part of a table is in view, however far its columns reach', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await page.goto(`${list}?view=table`)
  const table = page.locator('.product-table')
  const [reach, width] = await table.evaluate((each) => [each.scrollWidth, each.clientWidth])
  expect(reach).toBeGreaterThan(width ?? 0)
  const box = await table.boundingBox()
  const actions = await table.locator('tbody tr').first().locator('.actions').boundingBox()
  expect((actions?.x ?? 0) + (actions?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
})
