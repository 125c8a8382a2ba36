import { describe, expect, test } from 'vitest'
import { PreviewHtml } from '../../../src/contracts/calls/preview-html.ts'
import { previewLink } from '../../../src/server/content/preview/preview-link.ts'
import { readPreview, signPreview, type Preview } from '../../../src/server/content/preview/preview-token.ts'
import { saveWidget } from '../../../src/server/content/save-widget.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import { type Shop } from '../../../src/server/shop.ts'
import { previewHtml } from '../../../src/server/storefront/preview-html.ts'
import { previewPage } from '../../../src/server/storefront/preview-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { pageOf } from '../../support/page-answer.ts'
import { call } from '../call.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

type Wanted = Omit<Preview, 'expires'>
const wanted = (kind: Preview['kind'], id: string, language: 'en' | 'sv' = 'sv'): Wanted => ({
  kind,
  id,
  language,
  vat: 'inc',
})

async function tokenOf(shop: Shop, what: Wanted, hours?: number): Promise<string> {
  const { url } = await previewLink(shop, what, hours)
  return new URL(url).searchParams.get('token') ?? ''
}

describe('design, preview: a signed link that expires', () => {
  test('shows the draft of a page in its language and VAT mode for 24 hours', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { url, expires_at: until } = await previewLink(shop, { ...wanted('page', 'about'), vat: 'ex' })
    expect(until).toBe('2026-06-16T12:00:00.000Z')
    expect(new URL(url).pathname).toBe('/sv/page-preview')
    const token = new URL(url).searchParams.get('token') ?? ''
    expect(pageOf(await previewPage(shop, swedish(), token))).toMatchObject({
      vat: 'ex',
      until,
      body: { kind: 'page', page: { html: '<p>draft</p>', title: 'Om oss' } },
    })
    expect(pageOf(await previewPage(shop, defaultContext('en'), token))).toBeUndefined()
    clock.advance(24 * 3600 - 1)
    expect(pageOf(await previewPage(shop, swedish(), token))).toBeDefined()
    clock.advance(1)
    expect(pageOf(await previewPage(shop, swedish(), token))).toBeUndefined()
  })

  test('a page that was never published can be seen', async () => {
    await using shop = await fixtureShop()
    expect(
      pageOf(await previewPage(shop, defaultContext('en'), await tokenOf(shop, wanted('page', 'secret', 'en')))),
    ).toMatchObject({ body: { page: { html: '<p>draft</p>' } } })
  })

  test('a changed, foreign or malformed token shows nothing', async () => {
    await using shop = await fixtureShop()
    const token = await tokenOf(shop, wanted('page', 'about'))
    const [payload = '', signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...wanted('page', 'secret', 'en'), expires: 9e9 })).toString(
      'base64url',
    )
    const others = signPreview('x'.repeat(32), { ...wanted('page', 'about'), expires: 9e9 })
    for (const wrong of [
      '',
      '.',
      'x',
      payload,
      `${payload}.`,
      `${forged}.${signature}`,
      `${token}A`,
      `${token}.${signature}`,
      others,
      `${payload}.${signature.slice(1)}`,
    ]) {
      expect(pageOf(await previewPage(shop, swedish(), wrong)), wrong).toBeUndefined()
    }
  })

  test('a signature of anything but a preview is rejected', () => {
    expect(
      readPreview('s', signPreview('s', { ...wanted('page', 'a'), expires: 9e9, extra: 1 } as Preview), new Date()),
    ).toBeUndefined()
    expect(
      readPreview('s', signPreview('s', { ...wanted('page', 'a'), vat: 'free' as 'inc', expires: 9e9 }), new Date()),
    ).toBeUndefined()
  })

  test('every process signs with the same secret, which PREVIEW_SECRET overrides', async () => {
    await using shop = await fixtureShop()
    const token = await tokenOf(shop, wanted('page', 'about'))
    const again = await createShop({ ...shop.env, LOG_LEVEL: 'silent' }, { now: shop.now })
    expect(pageOf(await previewPage(again, swedish(), token))).toBeDefined()
    expect(
      pageOf(
        await previewPage(
          { ...again, env: { ...again.env, PREVIEW_SECRET: 'another secret of thirty-two characters' } },
          swedish(),
          token,
        ),
      ),
    ).toBeUndefined()
    await again.close()
  })

  test('unknown content gets no link', async () => {
    await using shop = await fixtureShop()
    for (const kind of ['widget', 'page', 'product', 'deal'] as const) {
      await expect(previewLink(shop, wanted(kind, 'nothing'))).rejects.toMatchObject({ name: 'ContentError' })
    }
  })
})

describe('design, preview: inside the real layout', () => {
  test('a layout widget appears in its place and by itself', async () => {
    await using shop = await fixtureShop()
    await saveWidget(
      shop,
      { kind: 'widget', id: 'store-message', language: 'sv' },
      { html: '<p>Vi har öppet i kväll</p>' },
    )
    const shown = pageOf(await previewPage(shop, swedish(), await tokenOf(shop, wanted('widget', 'store-message'))))
    expect(shown?.body).toEqual({ kind: 'widget', html: '<p>Vi har öppet i kväll</p>' })
    const { content } = shown?.layout.widgets['store-message'] ?? {}
    expect(content).toBe('<div data-live-text><p>Vi har öppet i kväll</p></div>')
  })

  test('the home widget appears on the home page', async () => {
    await using shop = await fixtureShop()
    expect(
      pageOf(await previewPage(shop, swedish(), await tokenOf(shop, wanted('widget', 'home'))))?.body,
    ).toMatchObject({
      kind: 'home',
      page: { intro: expect.stringContaining('draft') },
    })
  })

  test('a draft product is shown, by its id or article number', async () => {
    await using shop = await fixtureShop()
    for (const id of ['bat-draft', 'BAT-DRAFT']) {
      expect(
        pageOf(await previewPage(shop, swedish(), await tokenOf(shop, wanted('product', id))))?.body,
      ).toMatchObject({
        kind: 'product',
        page: { product: { product_id: 'bat-draft' } },
      })
    }
  })

  test('a deal is shown before it starts and after it ended', async () => {
    const clock = movableClock(new Date('2026-05-01T00:00:00.000Z'))
    await using shop = await fixtureShop(clock)
    expect(pageOf(await previewPage(shop, swedish(), await tokenOf(shop, wanted('deal', 'deal'))))).toMatchObject({
      layout: { deal: { title: 'I dag' } },
      body: { page: { product: { product_id: 'sale' } } },
    })
  })
})

describe('design, preview: an editor sends new text', () => {
  test('it is sanitized as on publishing, for anyone with a link', async () => {
    await using shop = await fixtureShop()
    const token = await tokenOf(shop, wanted('widget', 'home'))
    const asked = {
      shopping: swedish(),
      body: { token, html: '<h2>New</h2><img src=x onerror=steal()><a href="javascript:steal()">x</a>' },
    }
    expect((await call(shop, PreviewHtml, previewHtml, asked)).answer).toEqual({ html: '<h2>New</h2><a>x</a>' })
    const refused = await call(shop, PreviewHtml, previewHtml, { ...asked, body: { token: `${token}x`, html: '' } })
    expect([refused.status, refused.answer]).toMatchObject([404, { code: 'preview_unknown' }])
  })
})
