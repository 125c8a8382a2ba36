import type { PreviewHtml } from '../../contracts/calls/preview-html.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import type { Operation } from '../platform/http/calls/endpoint.ts'
import { sanitizedContent } from '../platform/sanitize.ts'
import type { Shop } from '../platform/shop.ts'
import { checkedPreview } from './preview-page.ts'

/** Sanitizes an editor's text as publishing does, for anyone with a preview link. Stores nothing. */
export const previewHtml: Operation<typeof PreviewHtml, Shop> = async (shop, { body: { token, html } }) => {
  const preview = await checkedPreview(shop, token)
  if (!preview) throw new ProblemError(404, 'preview_unknown')
  return { html: sanitizedContent(placeholdersOf(shop.settings.all, preview.language, 'editor').html(html)) }
}
