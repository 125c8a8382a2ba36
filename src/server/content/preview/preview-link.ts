import { href } from '../../../routes.ts'
import type { Shop } from '../../platform/shop.ts'
import { ContentError } from '../content-item.ts'
import { readItem } from '../items.ts'
import { anyDeal, anyProduct } from './preview-queries.ts'
import { previewSecret } from './preview-secret.ts'
import { previewKinds, signPreview, type Preview } from './preview-token.ts'

export { previewKinds }
export type PreviewLink = { url: string; expires_at: string }

/**
 * Creates a link that shows an item's draft to anyone who has it, for some hours. Throws ContentError for an unknown
 * item.
 */
export async function previewLink(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  wanted: Omit<Preview, 'expires'>,
  hours = 24,
): Promise<PreviewLink> {
  if (!(await exists(shop, wanted)))
    throw new ContentError(`There is no ${wanted.kind} "${wanted.id}" in ${wanted.language}.`)
  const expires = Math.floor(shop.now().getTime() / 1000) + hours * 3600
  const token = signPreview(await previewSecret(shop), { ...wanted, expires })
  return {
    url: shop.env.ORIGIN + href(wanted.language, 'page-preview', {}, { token }),
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

async function exists({ db }: Pick<Shop, 'db'>, { kind, id, language }: Omit<Preview, 'expires'>): Promise<boolean> {
  if (kind === 'product') return (await anyProduct(db, id)) !== undefined
  if (kind === 'deal') return (await anyDeal(db, language, id)) !== undefined
  return (await readItem(db, { kind, id, language })) !== undefined
}
