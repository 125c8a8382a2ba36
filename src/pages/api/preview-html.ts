import { PreviewHtml } from '../../contracts/calls/preview-html.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'
import { previewHtml } from '../../server/storefront/preview-html.ts'

export const POST = endpoint(PreviewHtml, previewHtml)
