import { expect, test } from 'vitest'
import { publishDue } from '../../../src/server/content/publish.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { signedIn } from './at-console.ts'
import { opened, send, textAt } from './content-screens.ts'

const about = { kind: 'page', id: 'about' }

test('a draft that is saved in the second of its publication waits, and the scheduled one is published', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const editor = await signedIn(shop, 'editor')
  let owner = await signedIn(shop, 'owner')
  const day = new Date(shop.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const plan = async () => ({
    'was:plan.en': (await opened(shop, owner, about)).sides.find(({ language }) => language === 'en')?.publishAt ?? '',
  })
  const before = await plan()
  const first = { set: { 'en.html': '<p>Planned</p>' }, form: { languages: 'en', day, time: '08:30', ...before } }
  expect(await send(shop, editor, about, 'schedule', first)).toMatchObject({ status: 303 })
  const later = (text: string, form: Record<string, string>) =>
    send(shop, owner, about, 'save', { set: { 'en.html': text }, form })
  // Whoever opened the page before does not know that it is published soon.
  expect((await later('<p>Half</p>', before)).fault).toContain(`${Number(day.slice(8))}`)
  const known = await plan()
  expect(await later('<p>Whole</p>', known)).toMatchObject({ status: 303 })
  clock.advance(5 * 86_400)
  owner = await signedIn(shop, 'owner')
  // Nothing has stored what is published by now.
  expect((await later('<p>Half</p>', known)).fault).toContain('new draft')
  expect(await later('<p>Half</p>', await plan())).toMatchObject({ status: 303 })
  expect(await textAt(shop, 'en', 'about-us')).toBe('<p>Whole</p>')
  expect((await opened(shop, owner, about)).versions.slice(0, 2)).toMatchObject([
    { event: 'draft', author: 'The owner' },
    { event: 'published', author: '', isByPlan: true },
  ])
  await publishDue(shop)
  expect(await textAt(shop, 'en', 'about-us')).toBe('<p>Whole</p>')
})
