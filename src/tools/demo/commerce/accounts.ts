import { hashPasswordSync } from '../../../server/identity/login/password-hasher.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { newId } from '../../../server/platform/ids.ts'
import { demoAccountIds } from '../../../server/preflight/demo-identity.ts'
import { dayFrom } from './campaigns.ts'

const people = [
  {
    id: demoAccountIds.private,
    email: 'karin@example.com',
    name: 'Karin Ekström',
    phone: '+46 70 174 06 05',
    language: 'sv',
    country: 'SE',
    currency_id: 1,
  },
  {
    id: demoAccountIds.admin,
    email: 'admin@verkstad.example',
    name: 'Jonas Hedlund',
    phone: '+46 31 390 06 12',
    language: 'sv',
    country: 'SE',
    currency_id: 1,
  },
  {
    id: demoAccountIds.buyer,
    email: 'buyer@verkstad.example',
    name: 'Aoife Brennan',
    phone: '+46 31 390 06 13',
    language: 'en',
    country: 'SE',
    currency_id: 4,
  },
] as const

export const organizationId = 'demo-organization'
export const privateCustomerId = people[0].id

const roles = { 'demo-private': 'Private customer', 'demo-admin': 'Company, admin', 'demo-buyer': 'Company, buyer' }

/** Lines that describe how to sign in to the demo. */
export function demoLogins(passwordOf: (email: string) => string): string[] {
  return people.map(({ id, email }) => `${roles[id].padEnd(16)}  ${email}  ${passwordOf(email)}`)
}

export type AccountRows = {
  customers: NewRow<'customers'>[]
  organizations: NewRow<'organizations'>[]
  members: NewRow<'organization_members'>[]
  addresses: NewRow<'addresses'>[]
  discounts: NewRow<'personal_discounts'>[]
}

/** A private customer, and a company with an admin and a buyer, each with their own discounts. */
export function accountRows(now: Date, passwordOf: (email: string) => string): AccountRows {
  const created_at = dayFrom(now, -200)
  return {
    customers: people.map((person) => ({
      ...person,
      password_hash: hashPasswordSync(passwordOf(person.email)),
      mail_consent: person.id === privateCustomerId ? 1 : 0,
      verified_at: created_at,
      created_at,
    })),
    organizations: [organization(created_at)],
    members: [
      { organization_id: organizationId, customer_id: demoAccountIds.admin, role: 'admin' },
      { organization_id: organizationId, customer_id: demoAccountIds.buyer, role: 'buyer' },
    ],
    addresses: addresses(),
    discounts: [
      ...discounts({ customer_id: privateCustomerId, organization_id: null }, { power: 8, tools: 12 }),
      ...discounts(
        { customer_id: null, organization_id: organizationId },
        { power: 15, screens: 10, memory: 8, cooling: 12, tools: 20 },
      ),
    ],
  }
}

function organization(created_at: string): NewRow<'organizations'> {
  return {
    id: organizationId,
    name: 'Hisingens Datorverkstad AB',
    organization_number: '559999-4612',
    vat_number: 'SE559999461201',
    country: 'SE',
    credit_limit: 5_000_000,
    cost_centre: 'Verkstad',
    created_at,
  }
}

function addresses(): NewRow<'addresses'>[] {
  return [
    {
      id: newId(),
      customer_id: privateCustomerId,
      organization_id: null,
      name: 'Karin Ekström',
      line1: 'Lindholmsallén 14',
      line2: '',
      postal_code: '417 53',
      city: 'Göteborg',
      country: 'SE',
    },
    {
      id: newId(),
      customer_id: null,
      organization_id: organizationId,
      name: 'Hisingens Datorverkstad AB',
      line1: 'Exportgatan 38',
      line2: 'Port 3',
      postal_code: '422 46',
      city: 'Hisings Backa',
      country: 'SE',
    },
  ]
}

function discounts(
  owner: { customer_id: string | null; organization_id: string | null },
  percents: Record<string, number>,
): NewRow<'personal_discounts'>[] {
  return Object.entries(percents).map(([discount_category, percent]) => ({
    id: newId(),
    ...owner,
    discount_category,
    percent,
  }))
}
