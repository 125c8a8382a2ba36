import { expect, test } from 'vitest'
import { fileReasonText } from '../../../src/i18n/file-words.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { ProfileError } from '../../../src/server/catalog/import/profile/profile.ts'
import { parseProfileText, saveProfile } from '../../../src/server/catalog/import/runs/saved-profiles.ts'
import { profileScreen, profilesScreen } from '../../../src/server/console/imports/profiles-page.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const name = 'lamps'
const products = {
  name,
  id: ['Number'],
  sku: { column: 'Number' },
  texts: { en: { name: '{Name}' }, sv: { name: '{Name}' } },
  category: { en: ['Lamps'], sv: ['Lampor'] },
}
const update = { name, update: { sku: 'Number' }, stock: { column: 'Stock' } }
const price = { column: 'Price', currency: 'SEK', vat: 'ex' }
const attribute = { id: 'length', column: 'Length', en: 'Length', sv: 'Längd' }
const cost = { column: 'Cost', currency: 'SEK' }

/** What is wrong in a profile, and what the form says of it in English and in Swedish. */
const faults: readonly (readonly [change: object, en: RegExp, sv: RegExp])[] = [
  [
    { colour: 1, size: 2 },
    /the profile has no setting "colour", "size"/,
    /profilen har ingen inställning "colour", "size"/,
  ],
  [{ id: undefined }, /id is missing/, /id saknas/],
  [{ id: undefined, sku: undefined }, /id is missing; sku/, /id saknas; sku/],
  [{ discountCategory: 5 }, /discountCategory must be a text/, /discountCategory måste vara en text inom citattecken/],
  [{ popularity: { priced: 'x', unpriced: 1 } }, /priced must be a number/, /popularity\.priced måste vara ett tal/],
  [{ id: 'Number' }, /id must be a list/, /id måste vara en lista inom hakparenteser/],
  [{ texts: [] }, /texts must be settings/, /texts måste vara inställningar inom klammerparenteser/],
  [{ attributes: [{ ...attribute, facet: 'yes' }] }, /must be true or false/, /måste vara true eller false/],
  [{ type: 'box' }, /type must be one of "standard"/, /type måste vara något av "standard"/],
  [{ stock: 'many' }, /stock has none of the forms/, /stock har ingen av de former/],
  [{ id: [] }, /id is too small .*at least 1/, /id är för litet eller för kort: minst 1/],
  [
    { prices: Array.from({ length: 6 }, () => price) },
    /prices is too large .*at most 5/,
    /prices är för stort .*högst 5/,
  ],
  [{ supplier: 'A B' }, /such as "acme"/, /supplier.* inte skrivet som det ska vara, till exempel "acme"/],
  [{ encoding: 'klingon' }, /encoding is not written .*"utf-8"/, /encoding är inte skrivet .*"utf-8"/],
  [
    { category: { en: ['A', 'B'], sv: ['A'] } },
    /category must have as many names/,
    /category måste ha lika många namn/,
  ],
  [{ numbers: { decimal: '.', thousands: '.' } }, /numbers must have different/, /numbers måste ha olika tecken/],
  [{ campaign: { column: 'C', from: 'F', dates: 'D' } }, /campaign may have dates/, /campaign kan ha dates/],
  [{ attributes: [attribute, attribute] }, /"length" is there twice/, /egenskapen "length" finns två gånger/],
  [{ prices: [price] }, /prices must have other/, /prices måste ha andra valutor/],
  [
    { id: ['A', 'B'], successor: { column: 'C' } },
    /successor needs an id of one/,
    /successor kräver ett id av en enda/,
  ],
  [{ cost }, /deliveryDays need supplier/, /deliveryDays kräver supplier/],
  [{ name: 'other' }, /the name in it is "other"/, /namnet i den är "other"/],
  [
    { textRows: { file: '/etc/passwd', key: 'a', language: { column: 'b' } } },
    /may not name a file/,
    /textRows får inte ange någon fil/,
  ],
]
const updateFaults: typeof faults = [
  [{ stock: undefined }, /reads none of price/, /läser varken price/],
  [{ missing: 'sold-out' }, /missing needs supplier/, /missing kräver supplier/],
  [{ deliveryDays: 3 }, /deliveryDays need supplier/, /deliveryDays kräver supplier/],
  [{ supplier: 'acme', shelf: { column: 'A' } }, /file has no shelves/, /inga hyllplatser/],
]

/** What the console says of a profile in English. */
function inEnglish(text: string): string | undefined {
  try {
    parseProfileText(text, name)
  } catch (error) {
    if (error instanceof ProfileError) return fileReasonText(error.detail, translator('en'))
  }
  return undefined
}

test('why a profile is not saved is said in the language of the reader, and nothing is written', async () => {
  await using shop = await fixtureShop()
  const data = shop.env.SHOP_DATA
  expect(await saveProfile(data, { name, text: JSON.stringify(products), version: undefined })).toBe(true)
  const who = await signedIn(shop, 'owner')
  const read = (language: 'en' | 'sv') => shop.db.updateTable('staff').set({ language }).execute()
  await read('sv')
  const at = { params: { name } }
  const { version, text: before } = await contentOf(shop, who, profileScreen, at)
  const save = (text: string) => outcome(shop, who, profileScreen, { ...at, form: { action: 'save', version, text } })
  const all = [
    ...faults.map(([change, ...said]) => [{ ...products, ...change }, ...said] as const),
    ...updateFaults.map(([change, ...said]) => [{ ...update, ...change }, ...said] as const),
  ]
  for (const [profile, english, swedish] of all) {
    const text = JSON.stringify(profile)
    const { status, fault } = await save(text)
    expect([text, status]).toEqual([text, 422])
    expect(fault, text).toMatch(swedish)
    expect(fault, text).toMatch(/^Profilen lamps går inte att använda: /)
    expect(fault, text).not.toMatch(/Originaltext|raden under/)
    expect(inEnglish(text), text).toMatch(english)
  }
  expect((await save('{ "name" ')).fault).toMatch(/^Profilen lamps är inte giltig JSON: ett namn på en egenskap saknas/)
  await read('en')
  const [[first, english] = []] = all
  expect((await save(JSON.stringify(first))).fault).toMatch(english ?? '')
  expect((await contentOf(shop, who, profileScreen, at)).text).toBe(before)
})

test('a phrase of a profile that has no text follows in English', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  await shop.db.updateTable('staff').set({ language: 'sv' }).execute()
  const text = JSON.stringify({ ...products, ['x'.repeat(6_000)]: 1 })
  const version = undefined
  expect(await saveProfile(shop.env.SHOP_DATA, { name, text: JSON.stringify(products), version })).toBe(true)
  const at = { params: { name } }
  const shown = await contentOf(shop, who, profileScreen, at)
  const form = { action: 'save', version: shown.version, text }
  const { fault } = await outcome(shop, who, profileScreen, { ...at, form })
  expect(fault).toMatch(/orsaken står på raden under\. Originaltext på engelska: the profile has no setting "x+"$/)
  expect((await contentOf(shop, who, profilesScreen)).profiles.map((each) => each.fault)).toEqual([null])
})
