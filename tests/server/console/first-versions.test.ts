import { expect, test } from 'vitest'
import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import { readItem, writeDraft } from '../../../src/server/content/items.ts'
import { publishDue } from '../../../src/server/content/publish.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { outcome, signedIn } from './at-console.ts'
import { opened, send } from './content-screens.ts'

const about = { kind: 'page', id: 'about' }

const english = async (shop: Shop) =>
  shop.db
    .selectFrom('content_versions')
    .select(['number', 'event', 'author', 'body'])
    .where('item', '=', 'about')
    .where('language', '=', 'en')
    .orderBy('number')
    .execute()

test('a change that is not written, because another editor was first, keeps no version either', async () => {
  await using shop = await fixtureShop()
  const row = await readItem(shop.db, { kind: 'page', id: 'about', language: 'en' })
  if (!row) throw new Error('The page is gone.')
  expect(await writeDraft(shop, { ...row, draft: '<p>Late</p>' }, '2020-01-01T00:00:00.000Z')).toBe(false)
  expect(await english(shop)).toEqual([])
})

test('a page that was never changed keeps what shoppers saw of it, though its draft is restored', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const { published } = await shop.db
    .selectFrom('content_pages')
    .select('published')
    .where('id', '=', 'about')
    .where('language', '=', 'en')
    .executeTakeFirstOrThrow()
  const form = { action: 'delete', target: '', sure: 'yes' }
  expect(await outcome(shop, editor, contentItemScreen, { params: about, form })).toMatchObject({ status: 303 })
  const versions = await english(shop)
  expect(versions.at(-1)).toMatchObject({ event: 'deleted' })
  expect(versions.map(({ event, body }) => [event, body])).toContainEqual(['published', published])
})

test('a version says whether the shop published it by plan, or began with it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const editor = await signedIn(shop, 'editor')
  const day = new Date(shop.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const form = { languages: 'en', day, time: '08:30' }
  await send(shop, editor, about, 'schedule', { set: { 'en.html': '<p>Later</p>' }, form })
  clock.advance(5 * 86_400)
  await publishDue(shop)
  const { versions } = await opened(shop, await signedIn(shop, 'editor'), about)
  const own = versions.filter(({ language, author }) => language === 'en' && author === '')
  expect(own.map(({ event, isByPlan }) => [event, isByPlan])).toEqual([
    ['published', true],
    ['draft', false],
    ['published', false],
  ])
})
