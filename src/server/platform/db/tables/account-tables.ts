import type { Generated } from 'kysely'
import type { CurrencyCode } from '../../../../domain/currencies.ts'
import type { Language } from '../../../../domain/locales.ts'
import type { QuoteStatus } from '../../../../domain/quotes.ts'
import type { OrganizationRole } from '../../../../domain/scopes.ts'
import type { Flag } from './flag.ts'

export type AccountTables = SessionTables &
  OrganizationTables & {
    /** `scopes` is JSON; a customer without any cannot sign in. */
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
    /** `credit_limit` is minor units of SEK that may stand unpaid on invoices; 0 gives none. */
    organizations: {
      id: string
      name: string
      organization_number: string
      vat_number: string | null
      country: string
      credit_limit: number
      cost_centre: string
      created_at: string
    }
    organization_members: { organization_id: string; customer_id: string; role: OrganizationRole }
    /**
     * What is in a customer's cart wherever it was filled; `lines` is JSON, `mark` is held by the browser that last
     * took it over.
     */
    saved_carts: { customer_id: string; lines: string; mark: string; updated_at: string }
    /** Personal percent off per discount category, for a person or for all members of an organization. */
    personal_discounts: {
      id: string
      customer_id: string | null
      organization_id: string | null
      discount_category: string
      percent: number
    }
  }

type OrganizationTables = {
  /** Open until the customer with that verified address answers, or it expires. */
  organization_invitations: {
    id: string
    organization_id: string
    email: string
    role: OrganizationRole
    created_at: string
    expires_at: string
  }
  /**
   * `currency` and `country` are what it is asked for and priced in; `checkout_id` is where the accepted one is being
   * ordered.
   */
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
   * Prices of a piece in minor units of the quote's currency with VAT: the customer's own when it was asked for, and
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
  /** One browser or program that is signed in, as a customer or as the guest of one order; ending it is deleting it. */
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
   * Tokens by hash. A refresh token and its `nonce` make its successors; it stays when used, so that a second use is
   * seen.
   */
  session_tokens: {
    hash: string
    session_id: string
    kind: 'access' | 'refresh'
    nonce: string
    expires_at: string
    used_at: string | null
  }
  /** What was mailed to an address and works once; the account of a `register` link is made when it is used. */
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
    /** The browser (by its secret's hash) or the session that asked for it; '' and null where nobody knows. */
    browser: Generated<string>
    session_id: Generated<string | null>
  }
  /** What was mailed to an order's guest; it works until it expires. */
  order_links: { hash: string; order_id: string; expires_at: string }
  /** What was mailed to prove a withdrawal that was asked for at `asked_at`; it withdraws once. */
  withdrawal_links: { hash: string; order_id: string; asked_at: string; expires_at: string; spent_at: string | null }
}

/**
 * `email_stop` goes to the old address (`email`) of an account that is to have another one (`name`); it signs nobody
 * in.
 */
export type LinkPurpose = 'register' | 'reset' | 'email' | 'email_stop'
