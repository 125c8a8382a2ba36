import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AnswerOf, Contract } from '../../../src/contracts/calls/contract.ts'
import { LogIn } from '../../../src/contracts/calls/log-in.ts'
import { insertCustomer } from '../../../src/server/identity/customer-queries.ts'
import { logIn } from '../../../src/server/identity/login/log-in.ts'
import { hashPasswordSync } from '../../../src/server/identity/login/password-hasher.ts'
import { identify } from '../../../src/server/identity/sessions/identify.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import type { Operation } from '../../../src/server/platform/http/calls/endpoint.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { cheapPasswords } from '../../support/test-shop.ts'
import { call, jar } from '../call.ts'

export const password = 'korrekt häst batteri'
const passwordHash = hashPasswordSync(password, cheapPasswords)

type Person = { id: string; email?: string; language?: 'en' | 'sv'; scopes?: string[]; hasPassword?: boolean }

/** An account whose password is `password`. */
export async function addCustomer(
  shop: Shop,
  { id, email = `${id}@example.se`, language = 'sv', scopes = ['customer'], hasPassword = true }: Person,
): Promise<string> {
  await insertCustomer(shop.db, {
    id,
    email,
    password_hash: hasPassword ? passwordHash : null,
    name: `Name of ${id}`,
    phone: '',
    language,
    country: 'SE',
    currency_id: 1,
    mail_consent: 0,
    verified_at: '2026-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
    scopes: JSON.stringify(scopes),
  })
  return email
}

/** A browser (cookies) or program (bearer), identified by its credentials. */
export type Client = {
  cookies?: Map<string, string>
  bearer?: string | null
  clientAddress?: string
  language?: 'en' | 'sv'
}
type Asked = { body?: unknown; params?: Record<string, string> }

/** Makes a call as that client, identified like in the middleware. */
export async function ask<C extends Contract>(
  shop: Shop,
  contract: C,
  operation: Operation<C, Shop>,
  client: Client,
  { body = {}, params }: Asked = {},
) {
  const { cookies = new Map(), bearer, clientAddress, language = 'sv' } = client
  const request = new Request('http://shop.test/', { headers: bearer ? { Authorization: `Bearer ${bearer}` } : {} })
  const session = await identify(shop, { request, cookies: jar(cookies) })
  const asked = {
    body,
    session,
    cookies,
    shopping: defaultContext(language),
    ...(session?.customer ? { customerId: session.customer.id } : {}),
    ...(clientAddress ? { clientAddress } : {}),
    ...(params ? { params } : {}),
  }
  const { status, answer, headers } = await call(shop, contract, operation, asked)
  return { status, answer: answer as AnswerOf<C>, code: codeOf(answer), headers }
}

function codeOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : undefined
}

export type Tokens = { access_token: string; refresh_token: string }

/** Signs in as a program and returns its tokens. */
export async function tokensOf(shop: Shop, email: string, client: Client = {}): Promise<Tokens> {
  const { answer, status } = await ask(shop, LogIn, logIn, client, { body: { email, password } })
  if (status !== 200) throw new Error(`The login was answered ${status}.`)
  return answer as Tokens
}

/** Signs in a browser and returns its cookies. */
export async function browserOf(shop: Shop, email: string): Promise<Map<string, string>> {
  const cookies = new Map<string, string>()
  await ask(shop, LogIn, logIn, { cookies }, { body: { email, password, cookie: true } })
  return cookies
}

/** All sent mails, oldest first, after delivering the outbox. */
export async function mailsOf(shop: Shop): Promise<string[]> {
  await deliverOutbox(shop)
  const folder = path.join(shop.env.SHOP_DATA, 'mail')
  const names = readdirSync(folder, { withFileTypes: true }).map(({ name }) => name)
  return names
    .map((name) => ({ name, text: readMail(path.join(folder, name)) }))
    .sort((a, b) => (a.name.slice(-40) < b.name.slice(-40) ? -1 : 1))
    .map(({ text }) => text)
}

const link = /[?&]token=([\w-]+)/

/** The token in the latest mail with a token to an address. */
export async function mailedToken(shop: Shop, email: string): Promise<string> {
  const mail = (await mailsOf(shop)).findLast((text) => text.includes(`To: ${email}`) && link.test(text))
  return link.exec(mail ?? '')?.[1] ?? ''
}

/** Decodes quoted-printable lines. */
function readMail(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/=\n/g, '')
  return text.replace(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}
