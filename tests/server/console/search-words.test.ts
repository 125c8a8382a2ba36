import { expect, test } from 'vitest'
import { missesScreen } from '../../../src/server/console/search/misses-page.ts'
import { searchWordsScreen } from '../../../src/server/console/search/search-words-page.ts'
import { synonymScreen } from '../../../src/server/console/search/synonym-page.ts'
import { triggerScreen } from '../../../src/server/console/search/trigger-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { insertRows } from '../../../src/server/platform/db/bulk.ts'
import { hintsFor } from '../../../src/server/search/search-hints.ts'
import { recordSearchMiss, searchMisses } from '../../../src/server/search/search-misses.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { hostile } from '../../support/hostile-records.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const synonym = (shop: Shop, who: Browser, form: Form, query: Record<string, string> = {}) =>
  outcome(shop, who, synonymScreen, { form, query })
const trigger = (shop: Shop, who: Browser, form: Form, query: Record<string, string> = {}) =>
  outcome(shop, who, triggerScreen, { form, query })
const words = (shop: Shop, who: Browser, query: Record<string, string> = {}) =>
  contentOf(shop, who, searchWordsScreen, { query })
const shownSynonym = (shop: Shop, who: Browser, query: Record<string, string>) =>
  contentOf(shop, who, synonymScreen, { query })
const found = async (shop: Shop, query: string) =>
  (await searchProducts(shop, { query, language: 'sv', limit: 100, offset: 0 })).ids

/** What a search without hits opens: the form of a new synonym, filled in. */
async function fromMiss(shop: Shop, who: Browser) {
  await recordSearchMiss(shop.db, 'sv', 'Blåsaren!', shop.now())
  const [row] = (await contentOf(shop, who, missesScreen)).rows
  const address = row?.cells['synonym']?.address ?? ''
  expect([row?.label, address]).toEqual(['blasaren', '/console/search/synonym?miss=sv%3Ablasaren'])
  const query = { miss: 'sv:blasaren' }
  const page = await shownSynonym(shop, who, query)
  expect(page).toMatchObject({ phrase: 'blasaren', query: 'blasaren', language: 'sv', isNew: true, words: '' })
  const { version, phrase, miss } = page
  return { query, form: { version, phrase, words: 'Fan', query: '', language: 'sv', miss } }
}

test('a search without hits becomes a synonym, which is tried before it is saved', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { query, form } = await fromMiss(shop, who)
  const { content } = await synonym(shop, who, { ...form, action: 'try' }, query)
  expect(content?.trial).toMatchObject({
    now: { total: 0, hits: [] },
    changed: { hits: [{ sku: 'FAN' }], parts: [{ text: 'blasaren', also: ['fan'] }] },
  })
  expect(content?.typed).toMatchObject({ words: 'Fan' })
  expect(await found(shop, 'blåsaren')).toEqual([])
})

test('a synonym from a search without hits finds parts, and the search is dealt with', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { query, form } = await fromMiss(shop, who)
  const saved = await synonym(shop, who, { ...form, action: 'save' }, query)
  expect([saved.fault, saved.location]).toEqual([null, '/console/search?query=blasaren&language=sv&done=save'])
  expect(await found(shop, 'blåsaren')).toEqual(['fan'])
  expect(await words(shop, who, { query: 'blåsaren', language: 'sv' })).toMatchObject({ trial: { now: { total: 1 } } })
  expect(await searchMisses(shop.db, 10)).toEqual([])
  expect((await contentOf(shop, who, missesScreen, { query: { state: 'open' } })).rows).toEqual([])
  expect((await contentOf(shop, who, missesScreen, { query: { state: 'dismissed' } })).rows).toHaveLength(1)
  const [entry] = await auditOf(shop.db, { kind: 'synonym', id: 'blasaren' })
  expect(entry).toMatchObject({ operation: 'search.synonym', after: '{"words":["fan"]}' })
})

test('a phrase is kept as a search looks for it, without words such as "till"', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const form = { version: '', words: 'fan', query: '', language: 'sv', miss: '' }
  const { version } = await shownSynonym(shop, who, { phrase: 'blås till chassit' })
  const saved = await synonym(shop, who, {
    ...form,
    action: 'save',
    version: String(version),
    phrase: 'Blås till chassit',
  })
  expect([saved.fault, saved.location]).toEqual([null, '/console/search?query=blas+chassit&language=sv&done=save'])
  expect(await found(shop, 'blås till chassit')).toEqual(['fan'])
})

test('a phrase that was stored with words that searches leave out is kept without them, or removed', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const old = { phrase: 'blas till chassit', word: 'batteri' }
  const form = { words: 'fan', query: '', language: 'sv', miss: '' }
  const phrases = async () =>
    (
      await shop.db.selectFrom('search_synonyms').select(['phrase', 'word']).where('phrase', 'like', 'blas%').execute()
    ).map(({ phrase, word }) => `${phrase}: ${word}`)
  const change = async (action: string) => {
    const { version, phrase } = await shownSynonym(shop, who, { phrase: 'Blås till chassit' })
    return (await synonym(shop, who, { ...form, action, version: String(version), phrase: String(phrase) })).fault
  }
  await shop.db.insertInto('search_synonyms').values(old).execute()
  expect([await change('save'), await phrases()]).toEqual([null, ['blas chassit: fan']])
  // What is there is shown, whichever words are typed between.
  expect([await change('save'), await phrases()]).toEqual([null, ['blas chassit: fan']])
  expect([await change('remove'), await phrases()]).toEqual([null, []])
  await shop.db.insertInto('search_synonyms').values(old).execute()
  expect([await change('remove'), await phrases()]).toEqual([null, []])
})

test('only cached pages of search results are purged', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  await shop.db.deleteFrom('invalidations').execute()
  const { version } = await shownSynonym(shop, who, { phrase: 'pump' })
  await synonym(shop, who, { action: 'save', version, phrase: 'pump', words: 'fan' })
  const tags = await shop.db.selectFrom('invalidations').select('tag').execute()
  expect(tags.map(({ tag }) => tag)).toEqual(['search'])
})

test.each([
  [{ phrase: '', words: 'fan' }, 'one to three words'],
  [{ phrase: 'one two three four', words: 'fan' }, 'one to three words'],
  [{ phrase: 'pump', words: '' }, 'at least one word'],
  [{ phrase: 'pump', words: 'two words' }, 'single words'],
  [{ phrase: 'pump', words: '!!!' }, 'single words'],
  [{ phrase: 'pump', words: Array.from({ length: 25 }, (_, at) => `w${at}`).join('\n') }, 'at most 24'],
])('the synonym %j is refused', async (form, fault) => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const before = await shop.db.selectFrom('search_synonyms').selectAll().execute()
  const { version } = await shownSynonym(shop, who, { phrase: 'pump' })
  for (const action of ['save', 'try'].slice(0, form.words === '' ? 1 : 2))
    expect((await synonym(shop, who, { action, version, ...form })).fault).toContain(fault)
  expect(await shop.db.selectFrom('search_synonyms').selectAll().execute()).toEqual(before)
})

test('of two people who change what a phrase means the second is told, also at the same time', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const { version } = await shownSynonym(shop, one, { phrase: 'pump' })
  const results = await Promise.all([
    synonym(shop, one, { action: 'save', version, phrase: 'pump', words: 'fan' }),
    synonym(shop, other, { action: 'save', version, phrase: 'pump', words: 'ram' }),
  ])
  expect(results.filter(({ fault }) => fault !== null)).toHaveLength(1)
  const stored = await shownSynonym(shop, one, { phrase: 'pump' })
  expect(['fan', 'ram']).toContain(stored.words)
  const late = await synonym(shop, other, { action: 'remove', version, phrase: 'pump' })
  expect(late.fault).not.toBeNull()
  const removed = await synonym(shop, other, { action: 'remove', version: stored.version, phrase: 'pump' })
  expect(removed.fault).toBeNull()
  expect((await shownSynonym(shop, one, { phrase: 'pump' })).isNew).toBe(true)
})

const repair = {
  trigger_sv: 'laga fläkt',
  hint_sv: 'Vi lagar fläktar',
  url_sv: '/sv/hitta-delar',
  url_title_sv: 'Hitta delar',
}

test('a trigger is tried, saved in one language, changed and deleted', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const shown = async (query: string) => (await hintsFor(shop, { query, language: 'sv' })).map(({ hint }) => hint)
  const tried = await trigger(shop, who, { action: 'try', ...repair, query: 'laga min flakt', language: 'sv' })
  expect(tried.content?.trial?.changed?.hints).toEqual([
    { hint: 'Vi lagar fläktar', url: '/sv/hitta-delar', urlTitle: 'Hitta delar' },
  ])
  expect(await shown('laga min fläkt')).toEqual([])
  expect((await trigger(shop, who, { action: 'save', ...repair })).fault).toBeNull()
  expect(await shown('laga min fläkt')).toEqual(['Vi lagar fläktar'])
  const [row] = await shop.db.selectFrom('search_hints').selectAll().where('trigger', '=', 'laga fläkt').execute()
  const query = { id: row?.id ?? '' }
  const page = await contentOf(shop, who, triggerScreen, { query })
  const changed = { ...page.fields, hint_sv: hostile, version: page.version }
  expect((await trigger(shop, who, { action: 'save', ...changed }, query)).fault).toBeNull()
  expect(await shown('laga min fläkt')).toEqual([hostile])
  expect((await trigger(shop, who, { action: 'save', ...changed, hint_sv: 'late' }, query)).fault).toContain(
    'The editor',
  )
  const { version } = await contentOf(shop, who, triggerScreen, { query })
  expect((await trigger(shop, who, { action: 'remove', version }, query)).fault).toBeNull()
  expect(await shown('laga min fläkt')).toEqual([])
  expect((await outcome(shop, who, triggerScreen, { query })).status).toBe(404)
})

test.each([
  [{ ...repair, trigger_sv: '' }, 'at least one language'],
  [{ ...repair, trigger_sv: '!!!' }, 'at least one language'],
  [{ ...repair, hint_sv: '' }, 'a text and the words'],
  [{ ...repair, url_sv: 'javascript:alert(1)' }, 'no address'],
  [{ ...repair, url_sv: '//evil.example' }, 'no address'],
])('the trigger %j is refused', async (form, fault) => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const before = await shop.db.selectFrom('search_hints').selectAll().execute()
  for (const action of ['save', 'try']) expect((await trigger(shop, who, { action, ...form })).fault).toContain(fault)
  expect(await shop.db.selectFrom('search_hints').selectAll().execute()).toEqual(before)
})

test('searches without hits are listed by how often, paged, marked as dealt with and opened again', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  for (let at = 0; at < 60; at += 1)
    for (let times = 0; times <= at % 3; times += 1)
      await recordSearchMiss(shop.db, 'en', `missing thing ${at}x`, shop.now())
  await recordSearchMiss(shop.db, 'sv', 'saknas %', shop.now())
  const first = await contentOf(shop, who, missesScreen)
  expect([first.rows.length, first.count, first.rows[0]?.cells['misses']?.text]).toEqual([50, 61, '3'])
  const next = await contentOf(shop, who, missesScreen, {
    query: Object.fromEntries(new URL(`http://x/${first.next}`).searchParams),
  })
  expect(new Set([...first.rows, ...next.rows].map(({ id }) => id)).size).toBe(61)
  expect((await contentOf(shop, who, missesScreen, { query: { q: '%' } })).rows).toEqual([])
  expect((await contentOf(shop, who, missesScreen, { query: { language: 'sv' } })).count).toBe(1)
  const rows = first.rows.slice(0, 2).map(({ id }) => id)
  const act = (action: string, row: readonly string[]) => outcome(shop, who, missesScreen, { form: { action, row } })
  expect((await act('dismiss', rows)).fault).toBeNull()
  expect((await contentOf(shop, who, missesScreen, { query: { state: 'open' } })).count).toBe(59)
  expect((await act('restore', rows)).fault).toBeNull()
  expect((await contentOf(shop, who, missesScreen, { query: { state: 'open' } })).count).toBe(61)
  expect((await act('dismiss', ['x', 'sv:'])).fault).not.toBeNull()
})

test('searches without hits that mean the same are made synonyms at once, all of them or none', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  for (const query of ['blåsare', 'luft puff', 'kyl grej', 'en fras med fyra ord'])
    await recordSearchMiss(shop.db, 'sv', query, shop.now())
  const make = async (row: readonly string[], words: string) =>
    (await outcome(shop, who, missesScreen, { form: { action: 'synonym', row, words } })).fault
  const open = async () => (await contentOf(shop, who, missesScreen, { query: { state: 'open' } })).rows
  const [all, two] = [
    ['sv:blasare', 'sv:luft puff', 'sv:en fras med fyra ord'],
    ['sv:blasare', 'sv:luft puff'],
  ]
  expect(await make(all, 'Fan')).toContain('one to three words')
  expect(await make(two, '')).toContain('at least one word')
  expect(await make(two, 'two words')).toContain('single words')
  expect(await make([], 'Fan')).not.toBeNull()
  expect(await open()).toHaveLength(4)
  expect(await make(two, 'Fan, fläkt')).toBeNull()
  for (const phrase of ['blasare', 'luft puff'])
    expect((await shownSynonym(shop, who, { phrase })).words.split('\n').sort()).toEqual(['fan', 'flakt'])
  expect((await open()).map(({ label }) => label).sort()).toEqual(['en fras med fyra ord', 'kyl grej'])
  const [entry] = await auditOf(shop.db, { kind: 'synonym', id: 'blasare' })
  expect(entry).toMatchObject({ operation: 'search.synonym', before: '{"words":[]}' })
})

test('ten thousand invented searches do not keep later ones out, nor remove what was searched for twice', async () => {
  await using shop = await fixtureShop()
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  for (const second of [0, 1]) await recordSearchMiss(shop.db, 'sv', 'blåsare', at(second))
  const invented = Array.from({ length: 9_999 }, (_, each) => ({
    language: 'en' as const,
    query: `invented ${each}`,
    misses: 1,
    last_at: at(2 + each).toISOString(),
  }))
  await shop.db.transaction().execute((trx) => insertRows(trx, shop.kind, 'search_misses', invented))
  await recordSearchMiss(shop.db, 'sv', 'fläkt', at(20_000))
  await recordSearchMiss(shop.db, 'sv', 'fläkt', at(20_001))
  expect((await searchMisses(shop.db, 3)).map(({ query, misses }) => [query, misses])).toEqual([
    ['flakt', 2],
    ['blasare', 2],
    ['invented 9998', 1],
  ])
  const { count } = await shop.db
    .selectFrom('search_misses')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(9_901)
})
