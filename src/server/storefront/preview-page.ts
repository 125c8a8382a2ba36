import type { WidgetAnswer } from '../../contracts/calls/widget-by-slug.ts'
import { layoutWidgets } from '../../contracts/catalog-pages/layout.ts'
import type { PreviewBody, PreviewPage } from '../../contracts/catalog-pages/preview-page.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { productDraft } from '../catalog/product-page.ts'
import type { Shop } from '../catalog/shop.ts'
import { shownPage } from '../content/content-page.ts'
import { dealWithPrices } from '../content/deal-now.ts'
import { widgetRow } from '../content/edit-queries.ts'
import { guideDraft } from '../content/guide-page.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { anyDeal, anyProduct } from '../content/preview/preview-queries.ts'
import { previewSecret } from '../content/preview/preview-secret.ts'
import { readPreview, type Preview } from '../content/preview/preview-token.ts'
import { pageRows } from '../content/queries.ts'
import { withDraftPublished } from '../content/versions.ts'
import { answerOf } from '../content/widgets.ts'
import { missing, privatePage, type PageResult } from '../platform/http/pages/page-result.ts'
import { homePage } from './home-page.ts'
import { layoutContent } from './layout-content.ts'

/** The fields of an item as its form has them. */
type Typed = Readonly<Record<string, string>>
type Shown = Pick<PreviewPage, 'body'> & Partial<Pick<PreviewPage, 'layout'>>

/**
 * Loads the preview of a token; missing when the token is invalid or expired, or there is nothing to show in this
 * language. `typed` is what somebody has typed of a guide and not saved.
 */
export async function previewPage(
  shop: Shop,
  context: ShoppingContext,
  token: string,
  typed?: Typed,
): Promise<PageResult<PreviewPage>> {
  const preview = await checkedPreview(shop, token)
  if (!preview || preview.language !== context.language) return missing()
  const draft = await shownIn(shop, context, preview, typed)
  if (!draft) return missing()
  const { layout = (await layoutContent(shop, context)).content, body } = draft
  const until = new Date(preview.expires * 1000).toISOString()
  // People know a product by its number.
  const name = preview.kind === 'product' && body.kind === 'product' ? body.page.product.sku : preview.id
  return privatePage({ name, vat: preview.vat, until, layout, body })
}

export async function checkedPreview(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  token: string,
): Promise<Preview | undefined> {
  return readPreview(await previewSecret(shop), token, shop.now())
}

function shownIn(
  shop: Shop,
  context: ShoppingContext,
  preview: Preview,
  typed: Typed | undefined,
): Promise<Shown | undefined> {
  if (preview.kind === 'guide') return guideInDraft(shop, context, preview.id, typed)
  return { widget: widgetDraft, page: pageDraft, product: productInDraft, deal: dealDraft }[preview.kind](
    shop,
    context,
    preview.id,
  )
}

async function pageDraft(
  { db, settings }: Shop,
  { language }: ShoppingContext,
  id: string,
): Promise<Shown | undefined> {
  const rows = (await pageRows(db, id)).map(withDraftPublished)
  const row = rows.find((each) => each.language === language)
  const page = row && shownPage(row, rows, placeholdersOf(settings.all, language, 'editor'))
  return page && { body: { kind: 'page', page } }
}

async function guideInDraft(
  shop: Shop,
  context: ShoppingContext,
  id: string,
  typed: Typed | undefined,
): Promise<Shown | undefined> {
  const page = await guideDraft(shop, context, { id, typed })
  return page && { body: { kind: 'guide', page } }
}

async function widgetDraft(shop: Shop, context: ShoppingContext, slug: string): Promise<Shown | undefined> {
  const row = await widgetRow(shop.db, slug, context.language)
  if (!row) return undefined
  const draft = answerOf(withDraftPublished(row), placeholdersOf(shop.settings.all, context.language, 'editor'))
  const layout = await frameWith(shop, context, slug, draft)
  return {
    layout,
    body: slug === 'home' ? await homeWith(shop, context, draft) : { kind: 'widget', html: draft.content },
  }
}

/** Builds the layout with a draft in its place, marked so that the editor's script can replace it. */
async function frameWith(
  shop: Shop,
  context: ShoppingContext,
  slug: string,
  draft: WidgetAnswer,
): Promise<PreviewPage['layout']> {
  const { content } = await layoutContent(shop, context)
  const place = layoutWidgets.find((each) => each === slug)
  if (!place) return content
  return {
    ...content,
    widgets: { ...content.widgets, [place]: { ...draft, content: `<div data-live-text>${draft.content}</div>` } },
  }
}

async function homeWith(shop: Shop, context: ShoppingContext, draft: WidgetAnswer): Promise<PreviewBody> {
  const { page } = await homePage(shop, context)
  return { kind: 'home', page: { ...page, intro: draft.hidden ? '' : `<div data-live-text>${draft.content}</div>` } }
}

async function productInDraft(shop: Shop, context: ShoppingContext, idOrSku: string): Promise<Shown | undefined> {
  const known = await anyProduct(shop.db, idOrSku)
  const page = known && (await productDraft(shop, context, known.parent_id ?? known.id))
  return page && { body: { kind: 'product', page } }
}

/** Shows the deal's banner above its product, whether it runs or not. */
async function dealDraft(shop: Shop, context: ShoppingContext, id: string): Promise<Shown | undefined> {
  const row = await anyDeal(shop.db, context.language, id)
  const product = row && (await productInDraft(shop, context, row.product_id))
  if (!row || !product) return undefined
  const { content } = await layoutContent(shop, context)
  const at = new Date(Math.max(shop.now().getTime(), Date.parse(row.starts_at)))
  const { deal } = await dealWithPrices(shop.db, context, row, at)
  return { ...product, layout: { ...content, deal } }
}
