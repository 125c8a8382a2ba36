import type { BodyOf, Contract, QueryOf, ResponseOf } from '../contracts/calls/contract.ts'
import { callerQuery } from './caller.ts'

const timeoutMs = 15_000
/** Longer, for files over slow connections. */
const uploadTimeoutMs = 60_000

/**
 * A call without a usable answer. `code` is the problem's code (RFC 9457), `offline` or `answer_unreadable`; `status`
 * is 0 when there was no answer.
 */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: string
  readonly status: number
  /** The maximum allowed, when the shop refused because of a limit. */
  readonly limit: number | undefined

  constructor(code: string, status: number, { cause, limit }: { cause?: unknown; limit?: number | undefined } = {}) {
    super(`${status} ${code}`, { cause })
    this.code = code
    this.status = status
    this.limit = limit
  }

  /** Tells whether the same call may succeed later unchanged. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

type Input<C extends Contract> = {
  params?: Record<string, string>
  query?: QueryOf<C>
  body?: BodyOf<C>
  signal?: AbortSignal
}
export type Reply<C extends Contract> = { body: ResponseOf<C>; headers: Headers }

/** Makes a call and validates the answer against its schema. Throws CallError, or the signal's reason when aborted. */
export async function callApi<C extends Contract>(contract: C, input: Input<C> = {}): Promise<Reply<C>> {
  const response = await send(contract, input)
  if (!response.ok) throw await refusal(response)
  const parsed = contract.response.safeParse(await readJson(response))
  if (!parsed.success) throw new CallError('answer_unreadable', response.status, { cause: parsed.error })
  return { body: parsed.data as ResponseOf<C>, headers: response.headers }
}

async function send<C extends Contract>(
  contract: C,
  { params = {}, query, body, signal }: Input<C>,
): Promise<Response> {
  const path = contract.path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams({ ...callerQuery(), ...textValues(query) })
  const isForm = contract.bodyType === 'multipart/form-data'
  try {
    return await fetch(`${path}?${search}`, {
      method: contract.method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? formOf(body) : JSON.stringify(body),
      signal: AbortSignal.any([AbortSignal.timeout(isForm ? uploadTimeoutMs : timeoutMs), ...(signal ? [signal] : [])]),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError('offline', 0, { cause: error })
  }
}

function formOf(fields: object | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) form.set(name, value)
  return form
}

function textValues(query: unknown): Record<string, string> {
  const entries = Object.entries(typeof query === 'object' && query !== null ? query : {})
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]),
  )
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function refusal(response: Response): Promise<CallError> {
  const problem = await readJson(response)
  const field = (name: string): unknown =>
    typeof problem === 'object' && problem !== null ? Reflect.get(problem, name) : undefined
  const [code, limit] = [field('code'), field('limit')]
  const known = typeof limit === 'number' && limit > 0 ? { limit } : {}
  return new CallError(typeof code === 'string' ? code : 'internal', response.status, known)
}
