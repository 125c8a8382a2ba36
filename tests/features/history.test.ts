import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ViewedProduct } from '../../src/features/history/history-state.ts'
import { openBrowser } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Awaited<ReturnType<typeof openTab>>
const product = (sku: string): ViewedProduct => ({
  sku,
  name: `Part ${sku}`,
  paths: { en: `/en/product/${sku}`, sv: `/sv/produkt/${sku}` },
  thumb: { url: `/pictures/${sku}-3.webp`, width: 96, height: 96 },
  images: [`/pictures/${sku}-4.webp`],
})
const viewed = (of = tab) => of.$history.latest().viewed.map(({ sku }) => sku)
const visited = (of = tab) => of.$history.latest().visited.map(({ to }) => to)
const stored = () => JSON.parse(browser.localStorage.getItem('zp02:history') ?? 'null')

async function openTab() {
  vi.resetModules()
  return {
    ...(await import('../../src/features/history/history-store.ts')),
    ...(await import('../../src/features/history/remember-page.ts')),
  }
}

beforeEach(async () => {
  browser = openBrowser()
  tab = await openTab()
})

describe('spec 4: recently viewed', () => {
  test('new products go to the front [4.recently-viewed.front] [3.recently-viewed] [4.persistence.local]', () => {
    for (const sku of ['A', 'B']) tab.recordViewed(product(sku))
    expect(stored().viewed).toEqual([product('B'), product('A')])
  })

  test('an existing sku is skipped, at any position [4.recently-viewed.duplicates]', () => {
    for (const sku of ['A', 'B', 'C', 'A', 'C']) tab.recordViewed({ ...product(sku), name: 'newer' })
    expect(viewed()).toEqual(['C', 'B', 'A'])
  })

  test('the list is capped at five [4.recently-viewed.cap] [9.recently-viewed.cap]', () => {
    for (const sku of ['A', 'B', 'C', 'D', 'E', 'F']) tab.recordViewed(product(sku))
    expect(viewed()).toEqual(['F', 'E', 'D', 'C', 'B'])
    expect(tab.viewedExcept('D').map(({ sku }) => sku)).toEqual(['F', 'E', 'C', 'B'])
    expect(tab.viewedExcept(undefined)).toHaveLength(5)
  })

  test('two tabs add to one list', async () => {
    const other = await openTab()
    browser.localStorage.isSlowToTell = true
    tab.recordViewed(product('A'))
    other.recordViewed(product('B'))
    tab.recordViewed(product('C'))
    tab.recordVisit('/sv')
    expect(viewed(other)).toEqual(['C', 'B', 'A'])
  })
})

describe('spec 4: navigation history', () => {
  test('an entry equal to the last is ignored, one equal to another is not [4.history.equal] [3.history]', () => {
    for (const to of ['/sv', '/sv', '/sv/sok?q=a', '/sv']) tab.recordVisit(to)
    expect(stored().visited).toEqual([{ to: '/sv' }, { to: '/sv/sok?q=a' }, { to: '/sv' }])
  })

  test('the oldest is dropped beyond five [4.history.cap] [9.history.cap]', () => {
    for (let at = 0; at < 7; at++) tab.recordVisit(`/sv/${at}`)
    expect(visited()).toEqual(['/sv/2', '/sv/3', '/sv/4', '/sv/5', '/sv/6'])
  })

  test('tokens, codes and campaign parameters of a URL are not stored', () => {
    const search = '?token=secret&q=fan&atc=x&page=2&login=abc&gclid=1&disc=ABC'
    expect(tab.addressToKeep({ pathname: '/sv/sok', search })).toBe('/sv/sok?q=fan&page=2')
    expect(tab.addressToKeep({ pathname: '/sv', search: '?token=secret' })).toBe('/sv')
  })
})

describe('the stored history', () => {
  test.each(['7', '{', '{"viewed":5,"visited":{}}', '{"viewed":[null,{"sku":1}],"visited":[{"to":4},"x"]}'])(
    '%s is an empty history',
    async (text) => {
      browser.localStorage.setItem('zp02:history', text)
      expect((await openTab()).$history.latest()).toEqual({ viewed: [], visited: [] })
    },
  )

  test('keeps valid entries beside invalid ones, and no entry leads to another site', async () => {
    const outside = [
      { ...product('X'), paths: { en: 'https://evil.test', sv: '/sv' } },
      { ...product('Y'), paths: { en: '//evil.test', sv: '/sv' } },
      { ...product('Z'), paths: { en: 'javascript:alert(1)', sv: '/\\evil.test' } },
    ]
    const picture = {
      ...product('P'),
      thumb: { url: 'https://evil.test/p', width: 1, height: 1 },
      images: ['data:x', '/pictures/a'],
    }
    const visits = [{ to: '//evil.test' }, { to: '/sv' }, { to: 'x'.repeat(600) }]
    browser.localStorage.setItem(
      'zp02:history',
      JSON.stringify({ viewed: [...outside, product('A'), picture], visited: visits }),
    )
    expect((await openTab()).$history.latest()).toEqual({
      viewed: [product('A'), { ...picture, thumb: null, images: ['/pictures/a'] }],
      visited: [{ to: '/sv' }],
    })
  })
})
