import { expect, type Page } from '@playwright/test'
import { consolePath, type ConsoleScreen } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { addressesOf, screens } from '../support/console-addresses.ts'
import { calledName, hostile, writeHostileRecords } from '../support/hostile-records.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { faultsInSchemes, losses, seenByAxe, smallTargets, type Scheme } from '../support/whole-screen.ts'

const test = testWithShop({ SANDBOX_PAYMENTS: '1' })

for (const language of languages) {
  test.describe(`the screens of the console in ${language}`, () => {
    // The content policy would stop what this test looks for.
    test.use({ bypassCSP: true, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} screens show hostile and long texts as text, pass axe, fit 320 and 768 px`, async ({
      page,
      shop,
    }, { project }) => {
      test.setTimeout(480_000)
      const made = await writeHostileRecords(shop.dataFolder)
      const called: string[] = []
      await page.exposeFunction(calledName, () => void called.push(page.url()))
      await signInNew(page, shop, { email: `screens-${language}-${project.name}@example.com`, language })
      const addresses = addressesOf(made, await firstPerson(page, shop.consoleOrigin), `${hostile}@example.com`)
      const own = page.viewportSize() ?? narrow
      const [found, shown]: [string[], string[]] = [[], []]
      for (const [index, screen] of screens.entries()) {
        const seenIn = seenByAxe(index, languages.indexOf(language))
        // Swedish has the longer words and opens all screens; English opens those that axe sees there.
        if (language === 'en' && seenIn.length === 0) continue
        const answer = await page.goto(shop.consoleOrigin + (addresses[screen] ?? consolePath(screen as ConsoleScreen)))
        expect(answer?.status(), screen).toBe(200)
        if (await page.evaluate(showsText, `onerror=${calledName}()`)) shown.push(screen)
        const faults = await faultsOf(page, seenIn, own)
        found.push(...faults.map((fault) => `${screen}: ${fault}`))
      }
      expect(called).toEqual([])
      expect(found).toEqual([])
      expect(shown.length, shown.join(' ')).toBeGreaterThan(20)
    })
  })
}

async function firstPerson(page: Page, origin: string): Promise<string> {
  await page.goto(origin + consolePath('staff'))
  const link = page.locator(`main a[href^="${consolePath('staff')}/"]`).first()
  return (await link.getAttribute('href')) ?? ''
}

type Size = NonNullable<ReturnType<Page['viewportSize']>>
/** The size of 320 px corresponds to 1280 px at 400 %. */
const [narrow, middle]: [Size, Size] = [
  { width: 320, height: 512 },
  { width: 768, height: 1024 },
]

/**
 * axe takes most of the time of this test: in the usual run it looks at each screen in one language and colour scheme,
 * and the contrast of plain colours is computed in the other scheme; with `E2E_ALL=1` it looks at all.
 */
async function faultsOf(page: Page, seenIn: readonly Scheme[], own: Size): Promise<string[]> {
  const found = await page.evaluate(carriers)
  // Each screen opens in the last size of the one before, because each change of the size takes time.
  const sizes = [own, narrow, middle]
  for (const size of page.viewportSize()?.width === own.width ? sizes : sizes.toReversed()) {
    await page.setViewportSize(size)
    if (size === narrow) found.push(...(await losses(page)))
    else if (size === middle)
      found.push(
        ...(await page.evaluate(wideLists)),
        ...(await page.evaluate(unevenFields)),
        ...(await page.evaluate(filledButtons)),
      )
    else found.push(...(await faultsInSchemes(page, seenIn)), ...(await smallTargets(page)))
  }
  return found
}

/** More than one filled button, of which only one is the next step; each section of a part's form has its own. */
function filledButtons(): string[] {
  const filled = [...document.querySelectorAll<HTMLElement>('main .button:not(.quiet, .danger, [data-section])')]
  const seen = filled.filter((button) => button.checkVisibility() && !button.closest('details:not([open])'))
  return seen.length > 1 ? [`filled buttons: ${seen.map((button) => button.innerText).join(', ')}`] : []
}

/** Whether the page shows a text, in one piece. */
function showsText(wanted: string): boolean {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode
    if (nodeValue?.includes(wanted) && parentElement?.checkVisibility({ visibilityProperty: true })) return true
  }
  return false
}

function carriers(): string[] {
  const { length } = document.querySelectorAll('[onerror], [onload], [href^="javascript:"]')
  return length > 0 ? [`${length} elements made of a shopper's text`] : []
}

/** Lists whose last columns are out of sight. */
function wideLists(): string[] {
  const frames = [document.documentElement, ...document.querySelectorAll('.scroll:has(> .measure)')]
  const hidden = frames.map((frame) => frame.scrollWidth - frame.clientWidth).filter((pixels) => pixels > 1)
  return hidden.map((pixels) => `at 768 px ${pixels} px are out of sight`)
}

/** Fields beside each other whose names or controls are not in line. */
function unevenFields(): string[] {
  const fields = [
    ...document.querySelectorAll(':is(.aligned-fields, .bar.end) > div:has(> label + :is(small, span, div))'),
  ]
  const drawn = fields.flatMap((field) => {
    const [name, control] = [':scope > label', ':scope > span, :scope > div > span'].map((part) =>
      field.querySelector(part)?.getBoundingClientRect(),
    )
    return name && control?.height ? [{ field, box: field.getBoundingClientRect(), name, control }] : []
  })
  return drawn.flatMap((one, at) => {
    const beside = drawn.slice(at + 1).filter(({ field, box }) => {
      return field.parentElement === one.field.parentElement && box.top < one.box.bottom && box.bottom > one.box.top
    })
    const uneven = beside.filter(({ name, control }) => {
      const isTop = Math.abs(control.top - one.control.top) <= 1
      if (isTop) return Math.abs(name.bottom - one.name.bottom) > 1
      return Math.abs(control.bottom - one.control.bottom) > 1
    })
    return uneven.map(({ field }) => `at 768 px not in line: ${one.field.textContent} and ${field.textContent}`)
  })
}
