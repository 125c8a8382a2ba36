import type { Permission } from './permissions.ts'
import type { SubjectKind } from './subject-kinds.ts'

/** Kinds of records that are restored from the log after they were removed, and the permission that it takes. */
export const restorableKinds = {
  attribute: 'products.change',
  brand: 'products.change',
  campaign: 'prices.change',
  category: 'products.change',
  content: 'content.change',
  device: 'products.change',
  price_list: 'prices.change',
  product: 'products.change',
  role: 'staff.change',
  source: 'imports.change',
  synonym: 'products.change',
  trigger: 'products.change',
  webhook: 'integrations.change',
} as const satisfies Partial<Record<SubjectKind, Permission>>

export type RestorableKind = keyof typeof restorableKinds
