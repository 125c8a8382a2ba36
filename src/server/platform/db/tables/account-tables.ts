import type { Generated } from 'kysely'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { QuoteStatus } from '../../../../domain/orders/quotes.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import type { OrganizationRole } from '../../../../domain/visitors/scopes.ts'
import type { Flag } from './flag.ts'

export type AccountTables = SessionTables &
  OrganizationTables & {
    /** `scopes` is JSON; a customer without scopes cannot sign in. */
    customers: {
      id: string
      email: string
      password_hash: string | null
      name: string
      phone: string
      language: Language
      country: string
      currency_id: number
      mail_consent: Flag
      verified_at: string | null
      created_at: string
      scopes: Generated<string>
    }
    addresses: {
      id: string
      customer_id: string | null
      organization_id: string | null
      name: string
      line1: string
      line2: string
      postal_code: string
      city: string
      country: string
    }
    /** `credit_limit` is the limit of unpaid invoices in minor units of the base currency; 0 means no credit. */
    organizations: {
      id: string
      name: string
      organization_number: string
      vat_number: string | null
      country: string
      credit_limit: number
      cost_centre: string
      peppol_id: Generated<string>
      invoice_address: Generated<string>
      created_at: string
    }
    /** The words of a name in small letters without accents, by which staff find people and organizations. */
    name_words: { kind: 'customer' | 'organization'; word: string; subject_id: string }
    organization_members: { organization_id: string; customer_id: string; role: OrganizationRole }
    /**
     * A customer's cart, shared by all of the customer's browsers; `lines` is JSON, `mark` identifies the browser that
     * loaded it last.
     */
    saved_carts: { customer_id: string; lines: string; mark: string; updated_at: string }
    /** Discount in percent per discount category, for a customer or for all members of an organization. */
    personal_discounts: {
      id: string
      customer_id: string | null
      organization_id: string | null
      discount_category: string
      percent: number
    }
  }

type OrganizationTables = {
  /** Open until the customer with that verified address accepts or declines, or it expires. */
  organization_invitations: {
    id: string
    organization_id: string
    email: string
    role: OrganizationRole
    created_at: string
    expires_at: string
  }
  /** `currency` and `country` are those of its prices; `checkout_id` is the checkout of the accepted quote. */
  quotes: {
    id: string
    number: string
    customer_id: string | null
    organization_id: string | null
    status: QuoteStatus
    language: Language
    currency: CurrencyCode
    country: string
    message: string
    answer: string
    valid_until: string | null
    checkout_id: string | null
    order_id: string | null
    requested_at: string
    answered_at: string | null
    decided_at: string | null
  }
  /**
   * Unit prices in minor units of the quote's currency with VAT: the customer's own when the quote was requested, and
   * the quoted one.
   */
  quote_lines: {
    quote_id: string
    position: number
    product_id: string
    sku: string
    name: string
    quantity: number
    list_price: number
    unit_price: number | null
    vat_rate: number
  }
}

type SessionTables = {
  /** A signed-in browser or program, of a customer or of the guest of one order; deleting the row ends the session. */
  sessions: {
    id: string
    customer_id: string | null
    order_id: string | null
    method: 'password' | 'link'
    user_agent: string
    created_at: string
    last_used_at: string
    expires_at: string
  }
  /**
   * Tokens by hash. A refresh token and its `nonce` determine its successors; it is kept after use to detect a second
   * use.
   */
  session_tokens: {
    hash: string
    session_id: string
    kind: 'access' | 'refresh'
    nonce: string
    expires_at: string
    used_at: string | null
  }
  /** Single-use links mailed to an address; the account of a `register` link is created when the link is used. */
  login_links: {
    hash: string
    purpose: LinkPurpose
    customer_id: string | null
    email: string
    name: string
    language: Language
    country: string
    currency_id: number
    expires_at: string
    spent_at: string | null
    /** The requesting browser (its secret's hash) or session; '' and null where unknown. */
    browser: Generated<string>
    session_id: Generated<string | null>
  }
  /** Links mailed to an order's guest; valid until they expire. */
  order_links: { hash: string; order_id: string; expires_at: string }
  /** Single-use links that confirm a withdrawal requested at `asked_at`. */
  withdrawal_links: { hash: string; order_id: string; asked_at: string; expires_at: string; spent_at: string | null }
}

/**
 * `email_stop` goes to the old address (`email`) of an account that will get a new one (`name`); it does not sign in.
 */
export type LinkPurpose = 'register' | 'reset' | 'email' | 'email_stop'
