import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAnyProfile, parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { baseOf, choicesOfProfile } from '../../../src/server/catalog/import/runs/choices-of-profile.ts'
import { choicesFault } from '../../../src/server/catalog/import/runs/profile-of-choices.ts'
import { profileBy } from '../../../src/server/catalog/import/runs/profile-of-row.ts'
import { readProfile } from '../../../src/tools/import/choose-profile.ts'

const folder = new URL('../../../src/tools/import/profiles/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'own.json')

test.each(files)('a form that nobody has changed is the profile of %s', async (file) => {
  const profile = await readProfile(new URL(file, folder).pathname)
  if ('own' in profile || 'update' in profile) throw new Error(`${file} is no profile of products.`)
  const read = profile.attributes.map(({ column }) => column)
  // As a file may have them: not in the order of the profile.
  const columns = [...new Set([...read.toReversed(), ...profile.id, 'price', 'name'])]
  const choices = choicesOfProfile(profile, columns, { maxMissing: 20, maxRejected: 10 }, 'SEK')
  const again = profileBy(choices, baseOf(profile))
  expect('attributes' in again && again.attributes).toEqual(profile.attributes)
  expect(again).toMatchObject({ texts: profile.texts, price: profile.price, partNumbers: profile.partNumbers })
})

const limits = { maxMissing: 20, maxRejected: 10 }
const linked = parseProfile(
  {
    name: 'linked',
    id: ['no'],
    sku: { column: 'no' },
    texts: { en: { name: '{title}' }, sv: { name: '{title}' } },
    category: { en: ['Parts'], sv: ['Delar'] },
    price: { column: 'price', currency: 'NOK', vat: 'inc', tiers: [{ column: 'ten', quantity: 10 }] },
    campaign: { column: 'sale', from: 'from', until: 'until' },
    variants: { parent: { column: 'main' }, label: { en: '{colour}[, {size}]', sv: '{colour}[, {size}]' } },
    set: { column: 'pieces', separator: ';' },
    successor: { column: 'next' },
    relations: [
      { column: 'goes with', kind: 'accessory', separator: ';' },
      { column: 'together', kind: 'bundle', discount: 10 },
    ],
    devices: { column: 'fits', separator: ';' },
    documents: { urls: 'sheet', separator: ';' },
    partNumbers: [
      { column: 'mpn', kind: 'maker', separator: ';' },
      { column: 'old', kind: 'replaces', separator: ';' },
    ],
    attributes: ['colour', 'size'].map((id) => ({ id, column: id, en: id, sv: id, kind: 'text' })),
  },
  'linked',
)
const linkedColumns =
  'no,title,price,ten,sale,from,until,main,pieces,next,goes with,together,fits,sheet,mpn,old,colour,size'.split(',')

test('a form says which columns name other products, devices, numbers and documents', () => {
  const choices = choicesOfProfile(linked, linkedColumns, limits, 'SEK')
  const roles = Object.fromEntries(choices.columns.map(({ column, role }) => [column, role]))
  expect(roles).toMatchObject({ main: 'parent', ten: 'tier_price', 'goes with': 'accessories', together: 'keep' })
  expect([roles['colour'], roles['size'], choices.list]).toEqual(['attribute_choice', 'attribute_choice', ';'])
  expect(profileBy(choices, baseOf(linked))).toEqual(linked)
})

test('what is chosen in a form becomes choices, pieces and prices for several; what is not chosen goes', () => {
  const chosen = { colour: 'attribute_choice', main: 'group', ten: 'tier_price', fits: 'devices' } as const
  const first = choicesOfProfile(linked, linkedColumns, limits, 'SEK')
  const columns = first.columns.map((each) => {
    const role = Object.entries(chosen).find(([column]) => column === each.column)?.[1]
    const isIgnored = ['pieces', 'old', 'size', 'together'].includes(each.column)
    return { ...each, role: isIgnored ? ('ignore' as const) : (role ?? each.role), unit: role ? '5' : each.unit }
  })
  const again = profileBy({ ...first, columns, list: '|' }, baseOf(linked))
  expect(again).toMatchObject({
    variants: { group: { column: 'main' }, label: { en: '{colour}', sv: '{colour}' } },
    price: { tiers: [{ column: 'ten', quantity: 5 }] },
    relations: [{ column: 'goes with', separator: '|' }],
    devices: { column: 'fits', separator: '|' },
    partNumbers: [{ column: 'mpn' }],
  })
  expect(again).not.toHaveProperty('set')
})

test('the list of a supplier is named, and its costs, numbers and days are columns', () => {
  const json = {
    name: 'acme',
    supplier: 'acme',
    update: { sku: 'no' },
    cost: { column: 'net', currency: 'EUR' },
    supplierNumber: { column: 'their' },
    deliveryDays: 3,
    missing: 'sold-out',
  }
  const profile = parseAnyProfile(json, 'acme')
  if ('own' in profile) throw new Error('It is no profile of a feed.')
  const choices = choicesOfProfile(profile, ['no', 'net', 'their'], limits, 'NOK')
  expect(choices.columns.map(({ role }) => role)).toEqual(['sku', 'cost', 'supplier_number'])
  expect(choices).toMatchObject({ supplier: 'acme', currency: 'EUR' })
  expect(profileBy(choices, baseOf(profile))).toEqual(profile)
  expect(choicesFault({ ...choices, supplier: '' }, baseOf(profile))).toBe('supplier_missing')
  expect(profileBy({ ...choices, currency: 'NOK' }, baseOf(profile))).toMatchObject({ cost: { currency: 'NOK' } })
})

const sharing = {
  name: 'sharing',
  id: ['no'],
  sku: { column: 'no' },
  texts: { en: { name: '{title}' }, sv: { name: '{title}' } },
  category: { en: ['Parts'], sv: ['Delar'] },
  supplier: 'acme',
  supplierNumber: { column: 'no' },
  partNumbers: [
    { column: 'no', kind: 'maker' },
    { column: 'old', kind: 'replaces' },
  ],
  picture: { files: 'no' },
  documents: { files: 'no' },
  relations: [
    { column: 'with', kind: 'accessory' },
    { column: 'with', kind: 'bundle', discount: 10 },
  ],
}

test('what a profile reads from a column that a form shows as something else stays, unless that is ignored', () => {
  const profile = parseProfile(sharing, 'sharing')
  const choices = choicesOfProfile(profile, ['no', 'title', 'old', 'with'], limits, 'SEK')
  expect(choices.columns.map(({ role }) => role)).toEqual(['sku', 'name', 'replaces', 'accessories'])
  expect(profileBy(choices, baseOf(profile))).toEqual(profile)
  const withRole = (role: 'ignore' | 'keep') =>
    profileBy(
      { ...choices, columns: choices.columns.map((each) => (each.column === 'with' ? { ...each, role } : each)) },
      baseOf(profile),
    )
  expect(withRole('ignore')).toMatchObject({ relations: [], partNumbers: profile.partNumbers })
  expect(withRole('keep')).toMatchObject({ relations: profile.relations })
})
