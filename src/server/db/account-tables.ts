import type { Language } from '../../domain/locales.ts'
import type { Flag } from './flag.ts'

export type AccountTables = {
  customers: {
    id: string; email: string; password_hash: string | null; name: string; phone: string; language: Language
    country: string; currency_id: number; mail_consent: Flag; verified_at: string | null; created_at: string
  }
  addresses: {
    id: string; customer_id: string | null; organization_id: string | null; name: string; line1: string; line2: string
    postal_code: string; city: string; country: string
  }
  organizations: {
    id: string; name: string; organization_number: string; vat_number: string | null; country: string
    credit_limit: number; cost_centre: string; created_at: string
  }
  organization_members: { organization_id: string; customer_id: string; role: 'buyer' | 'admin' }
  /** Personal percent off per discount category, for a person or for all members of an organization. */
  personal_discounts: { id: string; customer_id: string | null; organization_id: string | null; discount_category: string; percent: number }
}
