import { PreviewHtml } from '../../contracts/preview-html.ts'
import { previewHtml } from '../../server/content/preview-html.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const POST = endpoint(PreviewHtml, previewHtml)
