import type * as z from 'zod/mini'
import { consolePath, type ConsoleScreen } from '../../../console-routes.ts'
import type { ConsolePage } from '../../../contracts/console/frame.ts'
import type { Needed } from '../../../domain/staff/permissions.ts'
import { hasFreshFactor, isIdle, may, type StaffSession } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { fieldsOf, parseFields, type Fields } from '../../platform/http/read-form.ts'
import { withChosenStored } from './chosen-stored.ts'
import type { ConsoleRequest, ConsoleContext } from './console-context.ts'
import { ConsoleError, faultyField, refusalText, TypedAgain } from './console-error.ts'
import { filesNotHeld, heldFields, withHeldFiles } from './held-files.ts'
import { FormCutOff } from './receive-files.ts'
import { forbidden, refusedForm, withTyped } from './refused-form.ts'
import { storedOutcome, runOnce, sentOf, type Outcome } from './run-once.ts'
import { askForFactor, confirmBy } from './step-up.ts'

/**
 * Something that a screen's form does. `stepUp` asks for the factor again; `isFile` says that it answers with a file.
 * Returns where to go, nothing for the same screen, or content to show once instead, which may be a question before
 * anything is done; throws a refusal (console-error.ts).
 */
export type ConsoleAction<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  readonly permission: Needed
  readonly stepUp?: boolean
  readonly isFile?: boolean
  readonly form: Schema
  readonly run: (context: ConsoleContext, input: z.output<Schema>) => Promise<Outcome>
}

export type ScreenDefinition<Content> = {
  readonly screen: ConsoleScreen
  readonly permission: Needed
  /** Shows personal data or money: asks for the factor again when nobody has been here for half an hour. */
  readonly isSensitive?: boolean
  /** Shows or takes passwords and secrets: what answers its forms is not kept for Back and reload. */
  readonly hasSecrets?: boolean
  /** The content of the screen, a response to send instead, or undefined for a record that does not exist. */
  readonly load: (context: ConsoleContext) => Promise<Content | Response | undefined>
  /** Reads the posted form where it is not read whole: one with a large file. */
  readonly readFields?: (context: ConsoleContext) => Promise<Fields>
  // oxlint-disable-next-line typescript/no-explicit-any -- each action has the input of its own form
  readonly actions?: Readonly<Record<string, ConsoleAction<any>>>
  /** Actions of other screens that lead here, because their own record is gone or another one was made. */
  readonly doneElsewhere?: readonly string[]
}

/** The function of a console page; `definition` says who may do what with it. */
export type ConsoleScreenFunction<Content> = ((
  shop: Shop,
  request: ConsoleRequest,
) => Promise<PageResult<ConsolePage<Content>>>) & { readonly definition: ScreenDefinition<Content> }

/** Types an action's input by its form. */
export function consoleAction<Schema extends z.ZodMiniType>(action: ConsoleAction<Schema>): ConsoleAction<Schema> {
  return action
}

/**
 * Makes the function of a screen from what it shows and does. Who may, and whether the factor must be confirmed, is
 * decided here, before anything is loaded or carried out.
 */
export function consoleScreen<Content>(definition: ScreenDefinition<Content>): ConsoleScreenFunction<Content> {
  const open = async (shop: Shop, request: ConsoleRequest): Promise<PageResult<ConsolePage<Content>>> => {
    const session = admit(request, definition)
    if (session instanceof Response) return refusedForm(session, request, definition.readFields !== undefined)
    const context = { shop, session, request }
    return request.request.method === 'POST' ? post(context, definition) : show(context, definition)
  }
  return Object.assign(open, { definition })
}

const sentBy = ({ url }: ConsoleRequest, fields: Fields) => ({
  fields,
  address: url.pathname + url.search,
})

/** Who may see the screen; a redirect or refusal for everybody else. */
function admit(
  { locals, url }: ConsoleRequest,
  { screen, permission }: Pick<ScreenDefinition<unknown>, 'screen' | 'permission'>,
): StaffSession | Response {
  const { staff: session, t } = locals
  if (!session) return goTo(consolePath('sign-in', {}, { next: url.pathname + url.search }))
  if (session.row.stage === 'password') return goTo(consolePath('second', {}, { next: url.searchParams.get('next') }))
  if (session.mustEnrol && screen !== 'account') return goTo(consolePath('account', {}, { enrol: 1 }))
  return may(session, permission) ? session : forbidden(t)
}

/** Why a form was refused, null where it only gets another row, and the field that is to be put right, if one is. */
type Missed = { fault: string | null; field: string | undefined; fields: Fields }

async function show<Content>(
  context: ConsoleContext,
  definition: ScreenDefinition<Content>,
  missed?: Missed,
): Promise<PageResult<ConsolePage<Content>>> {
  const { shop, session, request } = context
  if (definition.isSensitive && isIdle(shop, session))
    return privatePage({ stepUp: await askForFactor(context, []) }, 403)
  const content = await definition.load(context)
  if (content instanceof Response) return content
  if (content === undefined) return missing()
  const done = missed ? null : doneIn(request.url, definition)
  const page = { content, done, fault: missed?.fault ?? null, values: valuesOf(missed) }
  return privatePage(page, page.fault === null ? 200 : 422)
}

async function post<Content>(
  context: ConsoleContext,
  definition: ScreenDefinition<Content>,
): Promise<PageResult<ConsolePage<Content>>> {
  const { request } = context
  const read = await readPosted(context, definition)
  if (read instanceof FormCutOff) return showRefusal(context, definition, read, read.fields)
  const fields = withChosenStored(withHeldFiles(read))
  const answer = await answerForm(context, definition, fields)
  return answer instanceof Response ? withTyped(answer, request.locals.t, sentBy(request, fields)) : answer
}

/** The fields of the posted form, or those that had arrived before it was cut off. */
async function readPosted(
  context: ConsoleContext,
  { readFields }: Pick<ScreenDefinition<unknown>, 'readFields'>,
): Promise<Fields | FormCutOff> {
  try {
    return await (readFields?.(context) ?? fieldsOf(context.request.request))
  } catch (error) {
    if (error instanceof FormCutOff) return error
    throw error
  }
}

async function answerForm<Content>(
  context: ConsoleContext,
  definition: ScreenDefinition<Content>,
  fields: Fields,
): Promise<PageResult<ConsolePage<Content>>> {
  const { session, request } = context
  const name = textOf(fields, 'action')
  const action = actionOf(definition, name)
  if (action && !may(session, action.permission)) return forbidden(request.locals.t)
  const first = action && (await answerBefore(context, definition, { name, action, fields }))
  if (first) return first
  const asks = needsFactor(context, definition, action)
  const question = asks ? await unconfirmed(context, fields, action?.isFile) : undefined
  if (question) {
    keepAnswer(context, definition)
    return privatePage({ stepUp: question }, 403)
  }
  if (!action) return name === '' ? goTo(request.url.pathname + request.url.search) : missing()
  return carryOut(asks ? confirmed(context) : context, definition, { name, action, fields })
}

/** The same request after its factor was confirmed: a form that is refused now is shown again, not asked for it. */
function confirmed({ shop, session, request }: ConsoleContext): ConsoleContext {
  const at = shop.now().toISOString()
  return { shop, request, session: { ...session, idleSince: at, row: { ...session.row, factor_at: at } } }
}

/** The answer of a form that was sent before with the same key, for somebody who need not confirm the factor. */
async function answerBefore<Content>(
  context: ConsoleContext,
  definition: ScreenDefinition<Content>,
  { name, action, fields }: SubmittedForm,
): Promise<PageResult<ConsolePage<Content>> | undefined> {
  if (needsFactor(context, definition, action) && !hasFreshFactor(context.shop, context.session)) return undefined
  const sent = sentOf(context, fields)
  const kept = sent && (await storedOutcome(context, sent))
  return kept && answerTo(context, definition, name, kept.outcome)
}

function actionOf(
  { actions = {} }: Pick<ScreenDefinition<unknown>, 'actions'>,
  name: string,
): ConsoleAction | undefined {
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

/** Whether the factor is asked for: by the action, or because nobody has been at a sensitive screen for a while. */
function needsFactor(
  { shop, session }: ConsoleContext,
  { isSensitive = false }: Pick<ScreenDefinition<unknown>, 'isSensitive'>,
  action: ConsoleAction | undefined,
): boolean {
  return action?.stepUp === true || (isSensitive && isIdle(shop, session))
}

/**
 * The question for the factor, unless it is confirmed: earlier, or by this form. An answer that comes after the factor
 * was confirmed is not looked at: the question before a file stays, and sends the same answer again.
 */
async function unconfirmed(context: ConsoleContext, fields: Fields, isFile = false) {
  if (hasFreshFactor(context.shop, context.session)) return undefined
  const answer = {
    code: textOf(fields, 'factor:code'),
    passkey: textOf(fields, 'factor:passkey'),
    password: textOf(fields, 'factor:password'),
  }
  const isAnswered = answer.code !== '' || answer.passkey !== '' || answer.password !== ''
  const fault = isAnswered ? await confirmBy(context, answer) : null
  if (isAnswered && fault === null) return undefined
  return askForFactor(context, await heldFields(fields), { fault, isFile })
}

type SubmittedForm = { name: string; action: ConsoleAction; fields: Fields }

async function carryOut<Content>(
  context: ConsoleContext,
  definition: ScreenDefinition<Content>,
  { name, action, fields }: SubmittedForm,
): Promise<PageResult<ConsolePage<Content>>> {
  const sent = sentOf(context, fields)
  const run = (own: ConsoleContext) => action.run(own, parseFields(fields, action.form))
  try {
    refuseLostFiles(fields)
    return answerTo(context, definition, name, await (sent ? runOnce(context, sent, run) : run(context)))
  } catch (error) {
    return showRefusal(context, definition, error, fields)
  }
}

/** A file that was too large to wait is chosen again: without it, the form would do something else than was meant. */
function refuseLostFiles(fields: Fields): void {
  const names = filesNotHeld(fields)
  if (names.length > 0) throw new ConsoleError('file_left_out', { names: names.join(', ') })
}

/** The screen with why the form was refused and what was typed; throws an error that is no refusal. */
function showRefusal<Content>(
  context: ConsoleContext,
  definition: ScreenDefinition<Content>,
  error: unknown,
  fields: Fields,
): Promise<PageResult<ConsolePage<Content>>> {
  const fault = error instanceof TypedAgain ? null : refusalText(error, context.request.locals.t)
  if (fault === undefined) throw error
  keepAnswer(context, definition)
  return show(context, definition, { fault, field: faultyField(error, fields), fields })
}

function answerTo<Content>(
  context: ConsoleContext,
  definition: Secretive,
  name: string,
  outcome: Outcome,
): PageResult<ConsolePage<Content>> {
  const { url } = context.request
  if (outcome instanceof Response) return outcome
  if (typeof outcome !== 'object') return goTo(withDone(outcome ?? url.pathname + url.search, name))
  if (outcome.isQuestion) keepAnswer(context, definition)
  const done = outcome.isQuestion ? null : name
  return privatePage({ content: outcome.content as Content, done, fault: null, values: {} })
}

type Secretive = Pick<ScreenDefinition<unknown>, 'hasSecrets'>

/** Lets the browser go back to the answer that follows, unless it may have secrets. */
function keepAnswer({ request: { locals } }: ConsoleContext, { hasSecrets = false }: Secretive): void {
  if (!hasSecrets) locals.isAnswerKept = true
}

/** The address to show after an action, which says what was done. */
function withDone(address: string, name: string): string {
  const url = new URL(address, 'http://console')
  url.searchParams.set('done', name)
  return url.pathname + url.search + url.hash
}

type Doable = Pick<ScreenDefinition<unknown>, 'actions' | 'doneElsewhere'>

function doneIn({ searchParams }: URL, { actions = {}, doneElsewhere = [] }: Doable): string | null {
  const name = searchParams.get('done') ?? ''
  return Object.hasOwn(actions, name) || doneElsewhere.includes(name) ? name : null
}

function textOf(fields: Fields, name: string): string {
  const value = fields.find(([each]) => each === name)?.[1]
  return typeof value === 'string' ? value : ''
}

/**
 * What a refused form said, so that nothing has to be typed again; passwords are not sent back. `fault:<name>` says
 * what is wrong with a field.
 */
function valuesOf(missed: Missed | undefined): Record<string, string> {
  if (!missed) return {}
  const values = missed.fields.flatMap(([name, value]) =>
    typeof value === 'string' && !/password|factor:|^fault:/.test(name) ? [[name, value] as const] : [],
  )
  // Many rows of a list have one name; all other fields are sent once.
  const rows = values.flatMap(([name, value]) => (name === 'row' ? [value] : []))
  return {
    ...Object.fromEntries(values),
    ...(rows.length > 1 ? { row: rows.join('\n') } : {}),
    ...(missed.field === undefined ? {} : { [`fault:${missed.field}`]: missed.fault ?? '' }),
  }
}
