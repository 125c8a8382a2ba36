import { expect, test } from 'vitest'
import { saveProfile } from '../../../src/server/catalog/import/runs/saved-profiles.ts'
import { profileScreen, profilesScreen } from '../../../src/server/console/imports/profiles-page.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Form } from './at-console.ts'

const textWith = (match: string) => `${JSON.stringify({ name: 'glow', match: [match], own: true }, null, 2)}\n`

async function shopWithProfile() {
  const shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const params = { name: 'glow' }
  const page = (query: Record<string, string> = {}) => contentOf(shop, who, profileScreen, { params, query })
  const send = async (form: Form, by = who, version?: string) =>
    outcome(shop, by, profileScreen, { params, form: { version: version ?? (await page()).version, ...form } })
  await saveProfile(shop.env.SHOP_DATA, { name: 'glow', text: textWith('one.csv'), version: undefined })
  return {
    shop,
    page,
    send,
    save: async (match: string) => {
      expect((await send({ action: 'save', text: textWith(match) })).fault).toBeNull()
    },
    restore: (number: number, version?: string, by = who) =>
      send({ action: 'restore', number: String(number) }, by, version),
    list: () => contentOf(shop, who, profilesScreen),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('earlier texts of a profile are kept, compared and restored, and a restored one is taken back too', async () => {
  await using at = await shopWithProfile()
  await at.save('two.csv')
  await at.save('three.csv')
  const { earlier } = await at.page()
  expect(earlier.map(({ number, event, actor }) => [number, event, actor])).toEqual([
    [2, 'changed', 'The owner'],
    [1, 'changed', 'The owner'],
  ])
  const { comparison } = await at.page({ compare: '1' })
  expect(comparison?.lines.filter(({ is }) => is !== 'same').map(({ is, text }) => [is, text.trim()])).toEqual([
    ['removed', '"one.csv"'],
    ['added', '"three.csv"'],
  ])
  expect((await at.restore(1)).fault).toBeNull()
  expect((await at.page()).text).toBe(textWith('one.csv'))
  expect((await at.page()).earlier[0]).toMatchObject({ number: 3, event: 'changed' })
  expect((await at.restore(3)).fault).toBeNull()
  expect((await at.page()).text).toBe(textWith('three.csv'))
  const entries = await at.shop.db.selectFrom('audit_log').selectAll().where('subject_kind', '=', 'profile').execute()
  expect(entries.map(({ operation }) => operation)).toEqual([
    'imports.profile',
    'imports.profile',
    'imports.restore_profile',
    'imports.restore_profile',
  ])
  expect(JSON.stringify(entries)).not.toContain('.csv')
})

test('a profile that was removed is listed and restored; what changed meanwhile is not overwritten', async () => {
  await using at = await shopWithProfile()
  const seen = (await at.page()).version
  await at.save('two.csv')
  expect((await at.restore(1, seen)).fault).toContain('changed')
  expect((await at.restore(99)).status).toBe(422)
  expect((await at.restore(2)).status).toBe(422)
  const { version } = await at.page()
  const twice = await Promise.all([at.restore(1, version), at.restore(1, version)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect((await at.send({ action: 'remove' })).fault).toBeNull()
  expect(await at.page()).toMatchObject({ isRemoved: true, text: '', version: '' })
  expect(await at.list()).toMatchObject({ profiles: [], removed: [{ name: 'glow', actor: 'The owner' }] })
  const editor = await signedIn(at.shop, 'editor')
  expect((await at.restore(3, '', editor)).status).toBe(403)
  expect((await at.restore(3, '')).fault).toBeNull()
  expect(await at.page()).toMatchObject({ isRemoved: false, text: textWith('one.csv') })
  expect(await at.list()).toMatchObject({ profiles: [{ name: 'glow' }], removed: [] })
  expect((await at.restore(2, '')).fault).toContain('changed')
})

test('the thirty newest texts are kept, and none of a file that is no profile', async () => {
  await using at = await shopWithProfile()
  for (let number = 1; number <= 32; number += 1) await at.save(`${number}.csv`)
  const { earlier } = await at.page()
  expect([earlier.length, earlier[0]?.number, earlier.at(-1)?.number]).toEqual([30, 32, 3])
  const { version } = await at.page()
  const data = at.shop.env.SHOP_DATA
  expect(await saveProfile(data, { name: 'glow', text: '{"password":"hunter2"}', version })).toBe(true)
  await at.save('after.csv')
  const rows = await at.shop.db.selectFrom('profile_texts').select('text').execute()
  expect(rows).toHaveLength(30)
  expect(JSON.stringify(rows)).not.toContain('hunter2')
})
