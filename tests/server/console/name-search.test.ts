import { expect, test } from 'vitest'
import { customersScreen } from '../../../src/server/console/customers/customers-page.ts'
import { findScreen } from '../../../src/server/console/find/find-page.ts'
import { customerById } from '../../../src/server/identity/customer-queries.ts'
import { changeCustomer } from '../../../src/server/identity/customers/change-customer.ts'
import { addMember, makeOrganization } from '../../../src/server/identity/organizations/change-organization.ts'
import { saveOrganization } from '../../../src/server/identity/organizations/organizations.ts'
import { eraseCustomer } from '../../../src/server/ordering/account/erase-customer.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, signedIn } from './at-console.ts'

async function rename({ db }: Shop, id: string, name: string): Promise<void> {
  expect(await changeCustomer({ db }, id, { name, phone: '', language: 'sv', hasConsent: false })).toBeNull()
}

/** Anna-Lena Åström of Nordic Data AB, and Bo Lindgren. */
async function shopWithNames() {
  const shop = await fixtureShop()
  for (const id of ['anna', 'bo']) await addCustomer(shop, { id })
  await rename(shop, 'anna', 'Anna-Lena Åström')
  await rename(shop, 'bo', 'Bo Lindgren')
  const firm = await makeOrganization(shop, { name: 'Nordic Data AB', number: '556016-0680', country: 'SE' })
  await addMember(shop, firm.id, { email: 'anna@example.se', role: 'admin' })
  const browser = await signedIn(shop, 'seller')
  return {
    shop,
    firm,
    found: async (q: string) =>
      (await contentOf(shop, browser, customersScreen, { query: { q } })).rows.map(({ id }) => id),
    titles: async (q: string) =>
      (await contentOf(shop, browser, findScreen, { query: { q } })).groups.flatMap(({ hits }) =>
        hits.map(({ title }) => title),
      ),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('people are found by any word of their name or company, whatever its case, accents and order', async () => {
  await using at = await shopWithNames()
  for (const q of ['åström', 'ASTR', 'lena', 'åström anna', 'nordic', 'data nord', 'ab', 'anna@'])
    expect([q, await at.found(q)]).toEqual([q, ['anna']])
  for (const q of ['anna lindgren', 'röm', "' or 1=1 --", '%', '_', '@@@', '\u{10ffff}'])
    expect([q, await at.found(q)]).toEqual([q, []])
  expect(await at.titles('lindgren')).toEqual(['Bo Lindgren'])
  expect(await at.titles('data')).toEqual(['Anna-Lena Åström'])
})

test('finds people without an order by names that sound alike when none matches exactly', async () => {
  await using at = await shopWithNames()
  for (const q of ['Lingren', 'Lindgrehn Bo', 'lindgran']) expect([q, await at.found(q)]).toEqual([q, ['bo']])
  for (const q of ['Anna Aström', 'Ostrom', 'Nordik', 'Nordick Datta'])
    expect([q, await at.found(q)]).toEqual([q, q === 'Ostrom' ? [] : ['anna']])
  expect(await at.titles('lingren')).toEqual(['Bo Lindgren'])
  for (const q of ['Lingren Anna', 'Lingren@', 'Xqzw', '12345']) expect([q, await at.found(q)]).toEqual([q, []])
})

test('people are found by the end of a word of their name, beside parts that the word finds', async () => {
  await using at = await shopWithNames()
  for (const q of ['ström', 'STROM', 'tröm', 'ordic']) expect([q, await at.found(q)]).toEqual([q, ['anna']])
  for (const q of ['ström bo', 'röm', 'strö', 'str_m']) expect([q, await at.found(q)]).toEqual([q, []])
  expect(await at.titles('ström')).toEqual(['Anna-Lena Åström'])
  const isDone = await changeCustomer({ db: at.shop.db }, 'bo', {
    name: 'Bo Rampart',
    phone: '',
    language: 'sv',
    hasConsent: false,
  })
  expect(isDone).toBeNull()
  const titles = await at.titles('part')
  expect(titles[0]).toBe('Bo Rampart')
  expect(titles.length, 'and the parts').toBeGreaterThan(1)
})

test('people are found by any part of their address where nobody is called so', async () => {
  await using at = await shopWithNames()
  for (const q of ['nna@exam', 'NNA@', 'a@example.se']) expect([q, await at.found(q)]).toEqual([q, ['anna']])
  expect((await at.found('example.se')).toSorted()).toEqual(['anna', 'bo'])
  expect(await at.titles('na@ex')).toEqual(['Anna-Lena Åström'])
  for (const q of ['a%se', 'a_example', '@e']) expect([q, await at.found(q)]).toEqual([q, []])
})

test('people without an order are found by the digits of their phone, however it is written', async () => {
  await using at = await shopWithNames()
  const change = { name: 'Bo Lindgren', phone: '+46 (70) 123-45 67', language: 'sv', hasConsent: false } as const
  expect(await changeCustomer({ db: at.shop.db }, 'bo', change)).toBeNull()
  for (const text of ['070-123 45 67', '0701234567', '+46701234567', '123 45 67', '1234567']) {
    expect([text, await at.found(text)]).toEqual([text, ['bo']])
    expect(await at.titles(text)).toEqual(['Bo Lindgren'])
  }
  for (const text of ['0701234568', '12345', '070-123 45 67 ring'])
    expect([text, await at.found(text)]).toEqual([text, []])
})

test('a new name replaces the old one, and an erased person leaves no word', async () => {
  await using at = await shopWithNames()
  await rename(at.shop, 'bo', 'Bo Ek')
  expect([await at.found('lindgren'), await at.found('ek')]).toEqual([[], ['bo']])
  const details = { vatNumber: '', costCentre: '', peppolId: '', invoiceAddress: '' }
  await saveOrganization(at.shop, at.firm, { name: 'Sydsol', ...details })
  expect([await at.found('nordic'), await at.found('sydsol')]).toEqual([[], ['anna']])
  const bo = await customerById(at.shop.db, 'bo')
  if (!bo) throw new Error('Bo is gone.')
  expect(await eraseCustomer(at.shop, bo, undefined)).toBe(true)
  expect(await at.found('ek')).toEqual([])
  const left = await at.shop.db.selectFrom('name_words').selectAll().where('subject_id', '=', 'bo').execute()
  expect(left).toEqual([])
})
