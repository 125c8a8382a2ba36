import { main } from '../../support/page-parts.ts'
import { inAnyLanguage } from '../../support/words.ts'
import { at, press, type Stop, type Visit } from './walk.ts'

async function paste(visit: Visit, rows: string): Promise<void> {
  const { page } = visit
  await page.locator('main details').evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')))
  await main(page).getByLabel(inAnyLanguage('lists:paste.label')).fill(rows)
  await press(page, main(page).getByRole('button', { name: inAnyLanguage('lists:paste.submit') }))
}

/** Lists and saved devices of a signed-in customer. */
export const listsAndDevices: readonly Stop[] = [
  {
    name: 'add to a list',
    open: at('my-account-list-add', {}, { part: 'CH-10001' }),
    shows: '.my-account #add-name',
  },
  {
    name: 'lists, a name is missing',
    shows: '#list-name-error',
    open: async (visit) => {
      await at('my-account-lists')(visit)
      await press(visit.page, main(visit.page).getByRole('button', { name: inAnyLanguage('lists:make') }))
    },
  },
  {
    name: 'list, empty',
    shows: '.my-account .list-fold textarea',
    open: async ({ page, email }) => {
      await main(page).getByLabel(inAnyLanguage('lists:name')).fill(email)
      await press(page, main(page).getByRole('button', { name: inAnyLanguage('lists:make') }))
    },
  },
  {
    name: 'list, unknown numbers',
    open: (visit) => paste(visit, 'CH-10001\t2\nCH-1000\t1\nzzqx\t1'),
    shows: '.list-fold [role="alert"] li',
  },
  {
    name: 'list',
    open: (visit) => paste(visit, 'CH-10001\t2\nSC-10001\t9000'),
    shows: '.list-lines li:nth-child(2)',
  },
  {
    name: 'list, put into the cart',
    open: ({ page }) => press(page, page.getByRole('button', { name: inAnyLanguage('lists:list.cart') })),
    shows: '.my-account a[href*="/checkout"]',
  },
  { name: 'lists', open: at('my-account-lists'), shows: '.list-rows li a' },
  {
    name: 'device to save',
    shows: '.my-account #device-name',
    open: at('my-account-devices', {}, { add: 'nordbok-pro-14-g3' }),
  },
  {
    name: 'devices',
    open: ({ page }) => press(page, page.getByRole('button', { name: inAnyLanguage('lists:devices.save') })),
    shows: '.device-rows li h2 a',
  },
  { name: 'overview with lists and devices', open: at('my-account'), shows: '.list-rows ~ a, .chips' },
]
