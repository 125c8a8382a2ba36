import { expect, test } from 'vitest'
import { redirectFrom } from '../../../src/server/catalog/categories/category-queries.ts'
import { contentScreen } from '../../../src/server/console/content/content-page.ts'
import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import { contentLinksScreen } from '../../../src/server/console/content/links-page.ts'
import { publishDue } from '../../../src/server/content/publish.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'
import { fieldsOf, opened, send, textAt } from './content-screens.ts'

const about = { kind: 'page', id: 'about' }

const logged = async (shop: Shop) =>
  (await shop.db.selectFrom('audit_log').select('operation').orderBy('id').execute())
    .map(({ operation }) => operation)
    .filter((each) => each.startsWith('content.'))

test('a draft is saved in both languages, published at once, and logged with who did it', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const set = { 'en.html': '<p>New</p>', 'sv.html': '<p>Ny</p>', 'en.title': 'About the shop' }
  expect(await send(shop, editor, about, 'save', { set })).toMatchObject({ status: 303, fault: null })
  expect(await textAt(shop, 'en', 'about-us')).toContain('Us')
  expect(await send(shop, editor, about, 'publish', {})).toMatchObject({ status: 303 })
  expect(await textAt(shop, 'en', 'about-us')).toBe('<p>New</p>')
  expect(await textAt(shop, 'sv', 'om-oss')).toBe('<p>Ny</p>')
  const { versions, sides } = await opened(shop, editor, about)
  expect(versions.map(({ event, author }) => [event, author])).toEqual([
    ['published', 'The editor'],
    ['published', 'The editor'],
    ['draft', 'The editor'],
    // What the shop began with in each language, published and as a draft.
    ['draft', ''],
    ['published', ''],
    ['draft', 'The editor'],
    ['draft', ''],
    ['published', ''],
  ])
  expect(sides.map(({ state }) => state)).toEqual(['published', 'published'])
  expect((await logged(shop)).sort()).toEqual(['content.publish', 'content.save'])
})

test('a draft is scheduled by the clock of the shop, called off, and published when its time has come', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const editor = await signedIn(shop, 'editor')
  const day = new Date(shop.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const set = { 'en.html': '<p>Later</p>' }
  const form = { languages: 'en', day, time: '08:30' }
  expect(await send(shop, editor, about, 'schedule', { set, form: { ...form, day: '2020-01-01' } })).toMatchObject({
    status: 422,
    fault: expect.stringContaining('passed'),
  })
  expect(await send(shop, editor, about, 'schedule', { set, form: { ...form, time: '' } })).toMatchObject({
    status: 422,
  })
  expect(await send(shop, editor, about, 'schedule', { set, form })).toMatchObject({ status: 303 })
  const scheduled = (await opened(shop, editor, about)).sides.find(({ language }) => language === 'en')
  expect(scheduled).toMatchObject({ state: 'scheduled' })
  // Stockholm is ahead of UTC, by one hour or two.
  expect(['06:30', '07:30']).toContain(scheduled?.publishAt?.slice(11, 16))
  expect(await send(shop, editor, about, 'unschedule', {})).toMatchObject({ status: 303 })
  expect((await opened(shop, editor, about)).sides.map(({ state }) => state)).not.toContain('scheduled')
  await send(shop, editor, about, 'schedule', { form })
  clock.advance(5 * 86_400)
  expect(await textAt(shop, 'en', 'about-us')).toBe('<p>Later</p>')
  await publishDue(shop)
  expect((await opened(shop, await signedIn(shop, 'editor'), about)).versions[0]).toMatchObject({
    event: 'published',
    author: '',
  })
})

test('two editors of one page lose nothing, and the second sees what both changed', async () => {
  await using shop = await fixtureShop()
  const [one, two] = [await signedIn(shop, 'editor'), await signedIn(shop, 'owner')]
  const was = await fieldsOf(shop, one, about)
  await send(shop, one, about, 'save', { was, set: { 'en.title': 'By one' } })
  expect(await send(shop, two, about, 'save', { was, set: { 'sv.html': '<p>Av två</p>' } })).toMatchObject({
    status: 303,
  })
  expect(await fieldsOf(shop, one, about)).toMatchObject({ 'en.title': 'By one', 'sv.html': '<p>Av två</p>' })
  const late = await send(shop, two, about, 'save', { was, set: { 'en.title': 'By two' } })
  expect(late).toMatchObject({ status: 422, fault: expect.stringContaining('The owner') })
  expect(await fieldsOf(shop, one, about)).toMatchObject({ 'en.title': 'By one' })
  // Shoppers are shown nothing that the person who publishes has not seen.
  expect(await send(shop, two, about, 'publish', { was })).toMatchObject({ status: 422 })
  expect((await opened(shop, two, about)).readers.map(({ name }) => name)).toEqual(['The editor'])
})

test('an earlier version is compared with the draft and taken back', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  await send(shop, editor, about, 'save', { set: { 'en.html': '<p>One</p><p>Two</p>' } })
  await send(shop, editor, about, 'save', { set: { 'en.html': '<p>One</p><p>Three</p>' } })
  const [, first] = (await opened(shop, editor, about)).versions
  const query = { compare: String(first?.number) }
  const { comparison } = await contentOf(shop, editor, contentItemScreen, { params: about, query })
  expect(comparison?.fields).toEqual([
    {
      name: 'html',
      lines: [
        { text: '<p>One</p>', is: 'same' },
        { text: '<p>Two</p>', is: 'removed' },
        { text: '<p>Three</p>', is: 'added' },
      ],
    },
  ])
  const form = { action: 'take_back', number: String(first?.number) }
  expect(await outcome(shop, editor, contentItemScreen, { params: about, form })).toMatchObject({ status: 303 })
  expect(await fieldsOf(shop, editor, about)).toMatchObject({ 'en.html': '<p>One</p><p>Two</p>' })
  const wrong = { action: 'take_back', number: '-1' }
  expect(await outcome(shop, editor, contentItemScreen, { params: about, form: wrong })).toMatchObject({ status: 422 })
})

test('the text that a shop began with is taken back after it was saved over and published', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('content_pages').set({ draft: null }).execute()
  const editor = await signedIn(shop, 'editor')
  const before = await textAt(shop, 'en', 'about-us')
  await send(shop, editor, about, 'save', { set: { 'en.title': 'About the shop' } })
  await send(shop, editor, about, 'publish', { set: { 'en.html': '<p>New</p>' } })
  const first = (await opened(shop, editor, about)).versions.findLast(({ language }) => language === 'en')
  expect(first).toMatchObject({ event: 'published', author: '' })
  const form = { action: 'take_back', number: String(first?.number) }
  const taken = await outcome(shop, editor, contentItemScreen, { params: about, form })
  expect(taken.location).toMatch(/\?done=take_back#content$/)
  await send(shop, editor, about, 'publish', {})
  expect(await textAt(shop, 'en', 'about-us')).toBe(before)
})

test('a page is made, gets an address in both languages, is copied, and deleted with a redirect', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const form = { action: 'make', kind: 'page', language: 'sv', title: 'Våra öppettider' }
  const made = await outcome(shop, editor, contentScreen, { form })
  expect(made).toMatchObject({ status: 303, location: '/console/content/page/vara-oppettider?done=make' })
  const hours = { kind: 'page', id: 'vara-oppettider' }
  const set = { 'en.title': 'Opening hours', 'en.html': '<p>9 to 5</p>', 'sv.html': '<p>9–17</p>', 'sv.slug': 'tider' }
  expect(await send(shop, editor, hours, 'publish', { set })).toMatchObject({ status: 303 })
  expect(await textAt(shop, 'sv', 'tider')).toBe('<p>9–17</p>')
  expect(await redirectFrom(shop.db, '/sv/vara-oppettider')).toMatchObject({ target: '/sv/tider' })
  expect(await send(shop, editor, hours, 'save', { set: { 'sv.slug': 'om-oss' } })).toMatchObject({ status: 422 })
  expect(await send(shop, editor, hours, 'save', { set: { 'sv.slug': '../x' } })).toMatchObject({ status: 422 })

  const copied = await outcome(shop, editor, contentItemScreen, { params: hours, form: { action: 'copy' } })
  expect(copied.location).toBe('/console/content/page/vara-oppettider-2?done=copy')

  await send(shop, editor, about, 'save', { set: { 'sv.html': '<p><a href="/sv/tider">Tider</a></p>' } })
  expect((await opened(shop, editor, hours)).linkedFrom).toEqual([{ kind: 'page', id: 'about', language: 'sv' }])
  const remove = (target: string, sure: string) =>
    outcome(shop, editor, contentItemScreen, { params: hours, form: { action: 'delete', target, sure } })
  expect(await remove('/sv/om-oss', '')).toMatchObject({ status: 422 })
  expect(await remove('https://evil.example/', 'yes')).toMatchObject({ status: 422 })
  expect(await remove('/sv/om-oss', 'yes')).toMatchObject({ status: 303, location: '/console/content?done=delete' })
  expect(await redirectFrom(shop.db, '/sv/tider')).toMatchObject({ target: '/sv/om-oss' })
  expect(await outcome(shop, editor, contentItemScreen, { params: hours })).toMatchObject({ status: 404 })
})

test('a widget is hidden and shown, and one without text is not published', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const menu = { kind: 'widget', id: 'store-menu' }
  const set = { 'sv.html': '<ul><li><a href="/sv/om-oss">Om</a></li></ul>' }
  expect(await send(shop, editor, menu, 'publish', { set })).toMatchObject({ status: 303 })
  expect(await send(shop, editor, menu, 'publish', { set: { 'sv.hidden': 'yes' } })).toMatchObject({ status: 303 })
  expect((await opened(shop, editor, menu)).sides.map(({ state }) => state)).toContain('hidden')
  const empty = { set: { 'en.html': '<p></p>' }, form: { languages: 'en' } }
  expect(await send(shop, editor, menu, 'publish', empty)).toMatchObject({ status: 422 })
  expect(await send(shop, editor, menu, 'unpublish', { form: { languages: 'en' } })).toMatchObject({ status: 422 })
  const remove = { action: 'delete', target: '', sure: 'yes' }
  expect(await outcome(shop, editor, contentItemScreen, { params: menu, form: remove })).toMatchObject({ status: 422 })
  for (const params of [
    { kind: 'widget', id: 'nothing' },
    { kind: 'x', id: 'about' },
  ])
    expect(await outcome(shop, editor, contentItemScreen, { params })).toMatchObject({ status: 404 })
})

test('a guide is written field by field, and a step is added and taken away', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const form = { action: 'make', kind: 'guide', language: 'en', title: 'Change the battery' }
  await outcome(shop, editor, contentScreen, { form })
  const guide = { kind: 'guide', id: 'change-the-battery' }
  const set = {
    'en.minutes': '1',
    'en.from': '15',
    'en.to': '30',
    'en.steps.0.title': 'Open it',
    'en.steps.1.title': 'Take the battery out',
    'en.steps.1.text': 'Lift it.',
  }
  expect(await send(shop, editor, guide, 'publish', { set, form: { languages: 'en' } })).toMatchObject({ status: 303 })
  const written = await fieldsOf(shop, editor, guide)
  expect(written).toMatchObject({ 'en.from': '15', 'en.steps.1.text': '<p>Lift it.</p>' })
  const rich = '<p>Lift <strong>both</strong> ends:</p><ol><li>left</li><li>right</li></ol>'
  await send(shop, editor, guide, 'publish', { set: { 'en.steps.1.text': `${rich}<script>x()</script>` } })
  expect(await fieldsOf(shop, editor, guide)).toMatchObject({ 'en.steps.1.text': rich })
  const less = { 'en.steps.0.title': '', 'en.steps.0.text': '' }
  await send(shop, editor, guide, 'save', { set: less })
  expect(await fieldsOf(shop, editor, guide)).toMatchObject({ 'en.steps.0.title': 'Take the battery out' })
  const wrong = await send(shop, editor, guide, 'save', { set: { 'en.to': '1' } })
  expect(wrong).toMatchObject({ status: 422, fault: expect.any(String) })
  expect(await send(shop, editor, guide, 'save', { set: { 'en.tools': 'NO-SUCH' } })).toMatchObject({
    fault: expect.stringContaining('NO-SUCH'),
  })
})

test('the list finds by title, text and state, and says who changed an item last', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  await send(shop, editor, about, 'save', { set: { 'en.html': '<p>A rare word: zygote</p>' } })
  const found = async (query: Record<string, string>) =>
    (await contentOf(shop, editor, contentScreen, { query })).rows.map(({ id }) => id)
  expect(await found({ q: 'ZYGOTE' })).toEqual(['page:about'])
  expect(await found({ q: '100%_' })).toEqual([])
  expect(await found({ kind: 'page', state: 'draft' })).toEqual(['page:secret'])
  expect(await found({ kind: 'guide' })).toEqual([])
  const { rows } = await contentOf(shop, editor, contentScreen, { query: { kind: 'page', q: 'about' } })
  expect(rows[0]?.cells['updated']?.second).toBe('The editor')
})

test('links of published texts that lead to nothing are listed, each with its item', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const { slug } = await shop.db
    .selectFrom('product_texts as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .select('t.slug')
    .where('t.language', '=', 'sv')
    .where('p.status', '=', 'published')
    .executeTakeFirstOrThrow()
  const link = (address: string) => `<p><a href="${address}">${address}</a></p>`
  const good = [
    '/sv/om-oss',
    '/en',
    `/sv/produkt/${slug}`,
    'https://elsewhere.example/x',
    '#top',
    '/sv/logga-in?next=x',
  ]
  const bad = [
    '/sv/om-oss-gammal',
    '/en/product/never',
    '/en/brand/none',
    '/de/hej',
    '/pictures/none-1.webp',
    '/sv/om-oss/x',
  ]
  const found = async () => (await contentOf(shop, editor, contentLinksScreen)).links
  const before = await found()
  await send(shop, editor, about, 'save', { set: { 'sv.html': [...good, ...bad].map(link).join('') } })
  expect(await found()).toEqual(before)
  await send(shop, editor, about, 'publish', {})
  const broken = (await found()).filter(({ id }) => id === 'about')
  expect(broken.map(({ path }) => path)).toEqual(bad)
  expect(broken[0]).toMatchObject({ kind: 'page', id: 'about', language: 'sv', text: bad[0] })
})

test('links in the steps of guides are listed as well, and a guide is named where it links to', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const make = { action: 'make', kind: 'guide', language: 'en', title: 'Change the fan' }
  await outcome(shop, editor, contentScreen, { form: make })
  const guide = { kind: 'guide', id: 'change-the-fan' }
  const text = '<p><a href="/en/gone">Gone</a> and <a href="/en/about-us">us</a></p>'
  await send(shop, editor, guide, 'save', { set: { 'en.steps.0.text': text } })
  const found = async () =>
    (await contentOf(shop, editor, contentLinksScreen)).links.filter(({ kind }) => kind === 'guide')
  expect(await found()).toEqual([])
  await send(shop, editor, guide, 'publish', { form: { languages: 'en' } })
  expect(await found()).toEqual([{ ...guide, language: 'en', text: 'Gone', path: '/en/gone' }])
  const { linkedFrom } = await opened(shop, editor, about)
  expect(linkedFrom).toContainEqual({ ...guide, language: 'en' })
})
