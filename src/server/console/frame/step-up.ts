import type { StepUp } from '../../../contracts/console/frame.ts'
import { passkeyRequest } from '../../identity/staff/passkeys.ts'
import { confirmFactor, factorsOf, type FactorAnswer } from '../../identity/staff/sign-in.ts'
import type { ConsoleContext } from './console-context.ts'
import { filesNotHeld } from './held-files.ts'

/** The question that comes before what is sensitive. `fields` is the form that waits for the answer. */
export async function askForFactor(
  { shop, session, request }: ConsoleContext,
  fields: StepUp['fields'],
  { fault = null, isFile = false }: { fault?: string | null; isFile?: boolean } = {},
): Promise<StepUp> {
  const { passkeys, hasTotp } = await factorsOf(shop, session.staff)
  const passkey = passkeys.length > 0 ? JSON.stringify(await passkeyRequest(shop, request.cookies, passkeys)) : null
  const notHeld = filesNotHeld(fields)
  return { fields, notHeld, hasCode: hasTotp, passkey, asksPassword: !hasTotp && passkey === null, fault, isFile }
}

/** Confirms the factor; returns what is wrong in the person's language, or null. */
export async function confirmBy(
  { shop, session, request }: ConsoleContext,
  answer: FactorAnswer,
): Promise<string | null> {
  const fault = await confirmFactor(shop, request, session, answer)
  return fault === undefined ? null : request.locals.t(`console:fault.${fault}`)
}
