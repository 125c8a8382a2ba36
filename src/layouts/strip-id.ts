import { createHash } from 'node:crypto'
import type { LayoutContent } from '../contracts/catalog-pages/layout.ts'
import { showsStoreMessage } from '../domain/messages.ts'

/** Changes with what the strip of deal and message says, so that a dismissed strip comes back with news. */
export function stripId({ deal, widgets }: LayoutContent): string | undefined {
  const message = widgets['store-message']
  const text = showsStoreMessage(message) ? message.content : ''
  if (!deal && text === '') return undefined
  const content = JSON.stringify([deal?.title, deal?.product_slug, deal?.expires_at, text])
  return createHash('sha256').update(content).digest('base64url').slice(0, 8)
}
