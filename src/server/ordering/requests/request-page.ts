import type { APIContext } from 'astro'
import {
  requestFields,
  requestForm,
  requestLimits,
  type RequestFields,
  type RequestPage,
} from '../../../contracts/customer-pages/request-page.ts'
import {
  maxRequestTextLength,
  maxRequestLines,
  oneLine,
  plainLines,
  readRequestLines,
} from '../../../domain/orders/part-requests.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { customerScope } from '../../../domain/visitors/scopes.ts'
import { fromNetwork, isWithin } from '../../platform/http/limits/rate-limit.ts'
import { privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { findParts } from '../excel-order/find-parts.ts'
import { namedProducts } from '../excel-order/queries.ts'
import type { Shop } from '../shop.ts'
import { requestedLines, requestErrors } from './check-request.ts'
import { saveRequest } from './save-request.ts'

type PageRequest = Pick<APIContext, 'request' | 'url' | 'locals' | 'clientAddress'>
type FormPage = Extract<RequestPage, { kind: 'form' }>
type Asker = { id: string; name: string; email: string } | null

/**
 * GET and POST /{lang}/request: asks for the price of parts. `?part=` is the number of a product, `?q=` any text,
 * `?lines=` one part per line and `?device=` a device; they only fill in the form.
 */
export async function requestPage(shop: Shop, call: PageRequest): Promise<PageResult<RequestPage>> {
  const { request, url, locals } = call
  const asker = askerOf(locals)
  if (request.method !== 'POST') return privatePage(await filledIn(shop, locals.shopping.language, url, asker))
  const { part, ...sent } = await readForm(request, requestForm)
  const typed = cleanFields(sent)
  const page: FormPage = { ...emptyPage(asker), typed, errors: requestErrors(typed, asker !== null) }
  const again = async (change: Partial<FormPage>, status: number) =>
    privatePage({ ...page, part: await partNamed(shop, locals.shopping.language, part), ...change }, status)
  if (Object.keys(page.errors).length > 0) return again({}, 422)
  const email = asker?.email ?? normalizedEmail(typed.email)
  if (!(await mayAsk(shop, call, asker, email))) return again({ isTooOften: true }, 429)
  const { number, isRepeated } = await saveRequest(shop, {
    shopping: locals.shopping,
    customerId: asker?.id ?? null,
    email,
    name: asker?.name ?? typed.name,
    organization: typed.organization,
    vatNumber: typed.vat_number,
    device: typed.device,
    message: typed.message,
    lines: requestedLines(typed),
  })
  if (isRepeated && !asker) {
    await shop.limits.requestsByEmail.refund(email)
    await shop.limits.requestsByAsker.refund(fromNetwork(call.clientAddress, email))
  }
  return privatePage({ kind: 'sent', number, email })
}

/** The signed-in customer, whose name and verified address are not typed. */
function askerOf({ session }: App.Locals): Asker {
  return session?.customer && session.scopes.includes(customerScope) ? session.customer : null
}

/**
 * Customers are counted by account; guests by network, and by the address that gets a receipt. One network has fewer
 * requests for an address than all of them, so that a stranger does not use up those of its owner.
 */
async function mayAsk({ limits }: Shop, { clientAddress }: PageRequest, asker: Asker, email: string): Promise<boolean> {
  if (asker) return isWithin(limits.requestsByCustomer, asker.id)
  return (
    (await isWithin(limits.requestsByNetwork, clientAddress)) &&
    (await isWithin(limits.requestsByAsker, fromNetwork(clientAddress, email))) &&
    isWithin(limits.requestsByEmail, email)
  )
}

function emptyPage(asker: Asker): FormPage {
  return {
    kind: 'form',
    typed: Object.fromEntries(requestFields.map((field) => [field, ''])) as RequestFields,
    errors: {},
    part: null,
    account: asker && { name: asker.name, email: asker.email },
    isTooOften: false,
  }
}

/** Fills in what the link names; of several lines the first one goes into the fields of a single part. */
async function filledIn(shop: Shop, language: Language, url: URL, asker: Asker): Promise<FormPage> {
  const given = (name: string) => url.searchParams.get(name)?.slice(0, requestLimits.lines) ?? ''
  const part = await partNamed(shop, language, oneLine(given('part')))
  const [first, ...others] = readRequestLines(given('lines')).slice(0, maxRequestLines)
  const number = part?.sku ?? (oneLine(given('part') || given('q')) || first?.text || '')
  const filled = {
    number: number.slice(0, maxRequestTextLength),
    quantity: String(first?.quantity ?? 1),
    lines: others.map(({ text, quantity }) => `${text}; ${quantity}`).join('\n'),
    device: oneLine(given('device')).slice(0, requestLimits.device),
  }
  const page = emptyPage(asker)
  return { ...page, part, typed: { ...page.typed, ...filled } }
}

/** Finds the one published product with this number. */
async function partNamed(shop: Shop, language: Language, number: string): Promise<FormPage['part']> {
  if (number === '') return null
  const found = (await findParts(shop, [number.slice(0, maxRequestTextLength)])).get(number)
  if (!found || !('sku' in found)) return null
  const [named] = await namedProducts(shop.db, shop.kind, language, [found.id])
  if (!named) return null
  const { parent_name: parent, label, name } = named
  return { sku: found.sku, name: parent === null ? name : [parent, label].filter(Boolean).join(', ') }
}

/** The typed texts without control characters; all but two are on one line. */
function cleanFields(sent: RequestFields): RequestFields {
  const lined = Object.fromEntries(requestFields.map((field) => [field, oneLine(sent[field])])) as RequestFields
  return { ...lined, lines: plainLines(sent.lines), message: plainLines(sent.message) }
}
