import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/** Sanitized HTML of an editor; an absent widget is hidden (spec section 7). */
const widgetAnswer = z.object({ content: z.string(), hidden: z.boolean() })
export type WidgetAnswer = z.infer<typeof widgetAnswer>

/**
 * Additional fields for the slugs `header` and `footer`: the layout's menu and message, each with its hidden flag (spec
 * section 3).
 */
const frameFields = {
  menu: z.optional(z.string()),
  menuHidden: z.optional(z.boolean()),
  message: z.optional(z.string()),
  messageHidden: z.optional(z.boolean()),
}
const slugAnswer = z.object({ ...widgetAnswer.shape, ...frameFields })
export type SlugAnswer = z.infer<typeof slugAnswer>

/** GET /api/widget-by-slug/{slug} (spec section 7). */
export const WidgetBySlug = defineCall({
  method: 'GET',
  path: '/api/widget-by-slug/[slug]',
  response: slugAnswer,
  errors: ['widget_unknown'],
})
