import { expect, test } from 'vitest'
import { contentScreen } from '../../../src/server/console/content/content-page.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { guidePage } from '../../../src/server/content/guide-page.ts'
import { widget } from '../../../src/server/content/widgets.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { xssStrings } from '../../faults/campaigns/xss-strings.ts'
import { pageOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { outcome, signedIn, type Browser } from './at-console.ts'
import { fieldsOf, send, type Item } from './content-screens.ts'

const text = { terms: 'sv.html', menu: 'sv.html', guide: 'sv.steps.0.text' } as const
const guideNeeds = { 'sv.minutes': '1', 'sv.from': '15', 'sv.to': '30', 'sv.steps.0.title': 'Öppna' }

/** The terms, a menu and a guide. */
async function items(shop: Shop, who: Browser): Promise<Record<keyof typeof text, Item>> {
  const make = async (kind: string, title: string) => {
    const form = { action: 'make', kind, language: 'sv', title }
    const { location } = await outcome(shop, who, contentScreen, { form })
    return { kind, id: /\/([^/?]+)\?/.exec(location ?? '')?.[1] ?? '' }
  }
  const guide = await make('guide', 'Byt batteri')
  await send(shop, who, guide, 'save', { set: { ...guideNeeds, 'sv.steps.0.text': '<p>Lyft.</p>' } })
  return { terms: await make('page', 'Villkor'), menu: { kind: 'widget', id: 'store-menu' }, guide }
}

test('two editors of the terms, a menu and a guide lose nothing, and the second is told who was first', async () => {
  await using shop = await fixtureShop()
  const [one, two] = [await signedIn(shop, 'editor'), await signedIn(shop, 'owner')]
  for (const [name, item] of Object.entries(await items(shop, one))) {
    const field = text[name as keyof typeof text]
    const other = name === 'menu' ? 'en.html' : 'sv.title'
    const was = await fieldsOf(shop, one, item)
    const change = (who: Browser, set: Record<string, string>) => send(shop, who, item, 'save', { was, set })
    expect([name, (await change(one, { [field]: '<p>Av en</p>' })).fault]).toEqual([name, null])
    // What only the second has changed is added; what both have changed is refused, and shown with both.
    expect([name, (await change(two, { [other]: 'By two' })).status]).toEqual([name, 303])
    const late = await change(two, { [field]: '<p>Av två</p>' })
    expect([name, late.status, late.fault]).toEqual([name, 422, expect.stringMatching(/The (owner|editor)/)])
    const stored = await fieldsOf(shop, one, item)
    expect([name, stored[field], stored[other]]).toEqual([name, '<p>Av en</p>', expect.stringContaining('By two')])
  }
})

/** What shoppers are given of the three. */
async function shown(shop: Shop): Promise<Record<keyof typeof text, string>> {
  const terms = await contentPage(shop, 'sv', 'villkor')
  const guide = pageOf(await guidePage(shop, swedish(), 'byt-batteri'))
  return {
    terms: terms instanceof Response ? '' : (terms.page.html ?? ''),
    menu: (await widget(shop, 'sv', 'store-menu')).content,
    guide: guide?.steps.map(({ html }) => html).join('') ?? '',
  }
}

const isHarmful = ([, name = '', rest = '']: RegExpExecArray) =>
  /^(?:script|style|iframe|object|embed|svg|math|form|input|button|link|meta|base|template|video|audio)$/i.test(name) ||
  /(?:^|[\s/"'])on\w+\s*=|javascript:|data:|srcdoc|style\s*=/i.test(rest)

test('no hostile text of the terms, a menu or a guide is given to shoppers as what runs', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const all = await items(shop, editor)
  const strings = xssStrings(300).filter((each) => !each.includes('\0'))
  for (let at = 0; at < strings.length; at += 60) {
    const html = strings
      .slice(at, at + 60)
      .map((each) => `<p>${each}</p>`)
      .join('')
    for (const [name, item] of Object.entries(all)) {
      const max = name === 'guide' ? 1_500 : html.length
      const set = { [text[name as keyof typeof text]]: `<p>Part <em>${at}</em></p>${html.slice(0, max)}` }
      const sent = await send(shop, editor, item, 'publish', { set, form: { languages: 'sv' } })
      expect([name, at, sent.status, sent.fault]).toEqual([name, at, 303, null])
    }
    for (const [name, given] of Object.entries(await shown(shop))) {
      expect([name, given.includes(`Part <em>${at}</em>`)]).toEqual([name, true])
      const harmful = [...given.matchAll(/<\/?([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi)].filter(isHarmful)
      expect([name, at, harmful.map(([tag]) => tag)]).toEqual([name, at, []])
    }
  }
})
