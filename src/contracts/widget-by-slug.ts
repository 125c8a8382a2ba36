import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/** HTML that an editor wrote, already sanitised; an absent widget is hidden (spec section 7). */
export const widgetAnswer = z.object({ content: z.string(), hidden: z.boolean() })
export type WidgetAnswer = z.infer<typeof widgetAnswer>

/** GET /api/widget-by-slug/{slug} (spec section 7). */
export const WidgetBySlug = defineCall({
  method: 'GET',
  path: '/api/widget-by-slug/[slug]',
  response: widgetAnswer,
  errors: ['widget_unknown'],
})
