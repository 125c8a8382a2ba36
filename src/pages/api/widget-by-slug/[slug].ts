import { WidgetBySlug } from '../../../contracts/calls/widget-by-slug.ts'
import { widget } from '../../../server/content/widgets.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(WidgetBySlug, (shop, _input, { locals, params }) =>
  widget(shop, locals.shopping.language, params['slug'] ?? ''),
)
