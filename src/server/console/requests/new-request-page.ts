import { consolePath } from '../../../console-routes.ts'
import { newRequestForm, type NewRequestPage } from '../../../contracts/console/requests.ts'
import { maxRequestLines, oneLine, readRequestLines } from '../../../domain/orders/part-requests.ts'
import { startContext } from '../../../domain/places/shopping-context.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { customerByEmail, customerById } from '../../identity/customer-queries.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { saveRequest } from '../../ordering/requests/save-request.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'

/** Writes down what somebody asks for on the phone; its page then quotes the prices. */
export const newRequestScreen = consoleScreen<NewRequestPage>({
  screen: 'request-new',
  permission: 'quotes.change',
  load: beginning,
  actions: { make: consoleAction({ permission: 'quotes.change', form: newRequestForm, run: make }) },
})

async function beginning(context: ConsoleContext): Promise<NewRequestPage> {
  const { shop, session } = context
  const known = await linkedCustomer(context)
  const nobody = { email: '', name: '', language: session.staff.language }
  const { email, name, language } = known ?? nobody
  const organization = (await membershipOf(shop.db, known?.id ?? null))?.name ?? ''
  return { email, name, organization, language, device: '', lines: '' }
}

/** The customer whose page led here, for those who may see customers. */
async function linkedCustomer({ shop, session, request }: ConsoleContext) {
  const id = (request.url.searchParams.get('customer') ?? '').slice(0, 40)
  return id !== '' && may(session, 'customers.view') ? customerById(shop.db, id) : undefined
}

async function make(context: ConsoleContext, typed: NewRequestPage): Promise<string> {
  const { shop, session } = context
  const email = normalizedEmail(typed.email)
  const name = oneLine(typed.name)
  const lines = readRequestLines(typed.lines)
  if (!isEmail(email)) throw new ConsoleError('email_invalid', {}, 'email')
  if (name === '') throw new ConsoleError('name_invalid', {}, 'name')
  if (lines.length === 0 || lines.length > maxRequestLines)
    throw new ConsoleError('request_parts', { most: maxRequestLines }, 'lines')
  const customer = await customerByEmail(shop.db, email)
  const { number } = await saveRequest(shop, {
    shopping: startContext(shop.settings.locale(typed.language ?? session.staff.language)),
    customerId: customer?.id ?? null,
    email,
    name,
    organization: oneLine(typed.organization),
    vatNumber: '',
    device: oneLine(typed.device),
    message: '',
    lines,
    noteMade: (trx, made) => {
      const subject = { kind: 'request', id: made.id, label: made.number }
      return appendAudit(trx, session.actor, { operation: 'requests.make', subject }, shop.now())
    },
  })
  return consolePath('request', { number })
}
