import { z } from 'zod/mini'
import type { ApiScope } from '../../domain/staff/api-scopes.ts'
import { formText, formTextsByKey } from '../form-fields.ts'

export const makeKeyForm = z.object({ name: formText(60), days: formText(4), 'scope:': formTextsByKey })
export const revokeKeyForm = z.object({ id: formText(60) })

/** The keys of other systems to the API. */
export type IntegrationsPage = {
  keys: readonly {
    id: string
    name: string
    ending: string
    scopes: readonly ApiScope[]
    createdBy: string
    createdAt: string
    expiresAt: string | null
    lastUsedAt: string | null
    state: 'live' | 'expired' | 'revoked'
  }[]
  /** What the person who looks may give to a key. */
  givable: readonly ApiScope[]
  /** The secret of a key that was just made; it is shown once. */
  newKey: { name: string; secret: string } | null
  mayChange: boolean
}
