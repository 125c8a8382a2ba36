import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/**
 * POST /api/preview-html: returns an editor's unsaved text as it would be published. The token is that of the preview
 * page.
 */
export const PreviewHtml = defineCall({
  method: 'POST',
  path: '/api/preview-html',
  body: z.object({ token: z.string().check(z.maxLength(1_000)), html: z.string().check(z.maxLength(200_000)) }),
  response: z.object({ html: z.string() }),
  errors: ['preview_unknown'],
})
