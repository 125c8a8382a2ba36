import { expect, test } from 'vitest'
import { PreviewHtml } from '../../../src/contracts/calls/preview-html.ts'
import type { Language } from '../../../src/domain/places/locales.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { previewLink } from '../../../src/server/content/preview/preview-link.ts'
import { publish } from '../../../src/server/content/publish.ts'
import { savePage } from '../../../src/server/content/save-page.ts'
import { saveWidget } from '../../../src/server/content/save-widget.ts'
import { widget } from '../../../src/server/content/widgets.ts'
import { preflight } from '../../../src/server/preflight/preflight.ts'
import { previewHtml } from '../../../src/server/storefront/preview-html.ts'
import { previewPage } from '../../../src/server/storefront/preview-page.ts'
import { pageOf } from '../../support/page-answer.ts'
import { setSettings } from '../../support/set-settings.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'
import { call } from '../call.ts'
import { swedish } from '../ordering/checkout/buyer.ts'

const text =
  '<p>{{company.nameAndNumber}}</p><p>{{returns.days}} d, {{returns.freight}}</p>' +
  '<p>T:{{company.phone}}.</p><p>U:{{no.such.thing}}.</p>{{company.table}}'

async function write(shop: TestShop, language: Language, html = text): Promise<void> {
  const editing = { db: shop.db, now: shop.now, invalidate: () => {} }
  const item = { kind: 'page', id: 'terms', language } as const
  const title = language === 'sv' ? 'Köpvillkor' : 'Terms'
  await savePage(editing, item, { title: `${title} {{brand.name}}`, html })
  await savePage(editing, item, { title: 'Om {{brand.name}}', description: 'Hos {{brand.name}}{{no.such}}', html })
  await publish(editing, item)
}

async function shownIn(shop: TestShop, language: Language) {
  const result = await contentPage(shop, language, language === 'sv' ? 'kopvillkor' : 'terms')
  if (result instanceof Response) throw new Error(`Answered with ${result.status}.`)
  return result.page
}

async function shopWithTerms(): Promise<TestShop> {
  const shop = await freshShop()
  await setSettings(
    shop,
    ['company.name', 'Byte & "Bit" AB'],
    ['brand.name.sv', 'Byte & Bit'],
    ['company.organizationNumber', '556016-0680'],
  )
  await write(shop, 'sv')
  await write(shop, 'en')
  return shop
}

test('a page shows what the settings say now, in its language', async () => {
  await using shop = await shopWithTerms()
  const before = await shownIn(shop, 'sv')
  expect(before).toMatchObject({ title: 'Om Byte & Bit', description: 'Hos Byte & Bit' })
  for (const words of ['Bit" AB, 556016-0680', '30 d, Du betalar returfrakten.', '<td>556016-0680</td>'])
    expect(before.html).toContain(words)
  await setSettings(
    shop,
    ['company.name', 'Nya AB'],
    ['returns.days', 60],
    ['returns.freight', 'shop'],
    ['company.contact.sv.address', ['Nygatan 1', '961 61 Boden']],
  )
  const { html } = await shownIn(shop, 'sv')
  for (const words of ['<p>Nya AB, 556016-0680</p>', '60 d, Vi betalar returfrakten.', 'Nya AB, Nygatan 1'])
    expect(html).toContain(words)
  expect((await shownIn(shop, 'en')).html).toContain('60 d, We pay the postage of the return.')
})

test('a placeholder without a value is shown to editors, told by doctor and left out for shoppers', async () => {
  await using shop = await shopWithTerms()
  const page = await shownIn(shop, 'sv')
  expect(page.html).toContain('<p>T:.</p><p>U:.</p>')
  expect(JSON.stringify(page)).not.toContain('{{')
  const { url } = await previewLink(shop, { kind: 'page', id: 'terms', language: 'sv', vat: 'inc' })
  const token = new URL(url).searchParams.get('token') ?? ''
  const seen = JSON.stringify(pageOf(await previewPage(shop, swedish(), token)))
  for (const words of ['T:{{company.phone}}.', 'U:{{no.such.thing}}.', '556016-0680']) expect(seen).toContain(words)
  const live = await call(shop, PreviewHtml, previewHtml, {
    shopping: swedish(),
    body: { token, html: '<p>{{company.name}} {{x}}</p>' },
  })
  expect(live.answer).toEqual({ html: '<p>Byte &amp; "Bit" AB {{x}}</p>' })
  const doctor = () => preflight(shop).then((checks) => checks.find(({ name }) => name === 'texts')?.text)
  expect(await doctor()).toContain('page terms (sv): no.such, company.phone, no.such.thing')
  await setSettings(shop, ['company.phone', '+46 921 123 45'])
  expect((await shownIn(shop, 'sv')).html).toContain('T:+46 921 123 45.')
  expect(await doctor()).not.toContain('company.phone')
})

test('a value is text: it adds no markup, no link and no second placeholder', async () => {
  await using shop = await shopWithTerms()
  await setSettings(shop, ['company.name', 'javascript:alert(1) {{brand.name}} " onmouseover=x'])
  await write(shop, 'sv', '<p><a href="{{company.name}}">{{company.name}}</a></p><script>{{company.name}}</script>')
  const { html } = await shownIn(shop, 'sv')
  expect(html).not.toMatch(/href="javascript|<script|<a[^>]+onmouseover|Byte/)
  expect(html).toContain('{{brand.name}}')
})

test('widgets are filled as well', async () => {
  await using shop = await shopWithTerms()
  const editing = { db: shop.db, now: shop.now, invalidate: () => {} }
  const item = { kind: 'widget', id: 'footer-columns', language: 'sv' } as const
  await saveWidget(editing, item, { html: '<div><p>{{company.lines}}</p><p>{{company.vatNumber}}</p></div>' })
  await publish(editing, item)
  expect((await widget(shop, 'sv', 'footer-columns')).content).toBe(
    '<div><p>556016-0680<br /><a href="mailto:hello@shop.example">hello@shop.example</a></p><p></p></div>',
  )
})
