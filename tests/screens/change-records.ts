import type { Locator, Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { settingsGroups } from '../../src/domain/settings/settings.ts'
import type { StagedShop } from './console-stages.ts'

/** Groups that have screens of their own. */
const elsewhere = new Set<string>(['sources', 'footer'])

/**
 * Changes a role, a webhook and every group of settings, and runs an import to its end, as somebody who reads English
 * does. @returns the addresses to look at, by name.
 */
export async function changeRecords(page: Page, shop: StagedShop): Promise<Record<string, string>> {
  const go = (address: string) => page.goto(shop.consoleOrigin + address)
  await changeRole(page, go)
  await go(shop.addresses['webhook'] ?? '')
  await page.getByLabel('Name').last().fill('Stock of the warehouse')
  await page.locator('form:has([name=action][value=change]) [type=checkbox]').first().check()
  await page.locator('form:has([name=action][value=change]) button').last().click()
  const groups = settingsGroups.filter((group) => !elsewhere.has(group))
  for (const group of groups) {
    await go(consolePath('setting', { group }))
    await changeSetting(page)
    console.log(`${group}: ${(await page.locator('main [role=status], main [role=alert]').allInnerTexts()).join(' ')}`)
  }
  const imported = await importFile(page, go)
  return {
    'changed-role': consolePath('role', { name: 'counter' }),
    'changed-webhook': shop.addresses['webhook'] ?? '',
    'changed-import': imported,
    ...Object.fromEntries(groups.map((group) => [`changed-setting-${group}`, consolePath('setting', { group })])),
  }
}

type Go = (address: string) => Promise<unknown>

async function changeRole(page: Page, go: Go): Promise<void> {
  await go(consolePath('role', { name: 'new' }))
  await page.locator('#name').fill('counter')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await go(consolePath('role', { name: 'counter' }))
  await page.getByRole('checkbox').nth(3).check()
  await page.getByRole('button', { name: 'Save' }).click()
}

/** Changes the first field that is in view, one of one line where there is one, and saves. */
async function changeSetting(page: Page): Promise<void> {
  const fields = page.locator('form.settings :is(input:not([type=hidden]), select):visible')
  const tick = fields.and(page.locator('[type=checkbox]'))
  const text = fields.and(page.locator('input:is([type=text], :not([type]))'))
  if ((await text.count()) > 0) {
    const known = await text.first().inputValue()
    const isTime = known.includes(':')
    await text.first().fill(isTime ? '14:30' : /^\d+$/.test(known) ? String(Number(known) + 1) : `${known} 2`.trim())
  } else if ((await tick.count()) > 0) await tick.first().setChecked(!(await tick.first().isChecked()))
  else if ((await fields.count()) > 0) await chooseAnother(fields.first())
  else await fillLines(page.locator('form.settings textarea:visible').last())
  await page.locator('form.settings [name=action][value=save]').click()
}

/** Lines that the setting takes: currencies, or what things need. */
async function fillLines(lines: Locator): Promise<void> {
  const isFits = (await lines.getAttribute('name')) === 'set:fits'
  await lines.fill(isFits ? 'b650 = memory: ddr5' : 'SEK\nEUR')
}

async function chooseAnother(select: Locator): Promise<void> {
  const known = await select.inputValue()
  const values = await select
    .locator('option')
    .evaluateAll((options) => options.map((each) => each.getAttribute('value')))
  await select.selectOption(values.findLast((each) => each !== null && each !== '' && each !== known) ?? known)
}

async function importFile(page: Page, go: Go): Promise<string> {
  const rows = ['article;name;brand;category;price;stock', 'L1;Desk lamp;Glow;Lamps;199,50;4', 'L2;;Glow;Lamps;x;4', '']
  await go(consolePath('import-new'))
  const file = { name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('#import-file').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByLabel('What the column brand becomes').selectOption('ignore')
  await page.locator('[name=max_rejected]').fill('60')
  await page.getByRole('button', { name: 'Check the whole file' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('The file is imported.').waitFor()
  return new URL(page.url()).pathname
}
