import { randomUUID } from 'node:crypto'
import { inviteStaff } from '../../../src/server/identity/staff/invitations.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { shopVariables, type ShopData } from '../../bench/shop-process.ts'

const password = 'en lång fras till konsolen 58'
const operator = { staffId: null, name: 'faults', address: 'command' }

type Reply = { status: number; location: string; text: string }

/** A member of staff at the console, over HTTP: the session works on every node of the shop. */
export class ConsoleSession {
  readonly #cookies = new Map<string, string>()

  /** Somebody new, who accepts an invitation at a node. */
  static async open(data: ShopData, origin: string, email = `${randomUUID()}@example.com`): Promise<ConsoleSession> {
    const env = parseEnv(shopVariables(data))
    const { link } = await withDatabase(data, (db) =>
      inviteStaff({ db, env, now: () => new Date() }, operator, { email, role: 'owner', language: 'en' }),
    )
    const session = new ConsoleSession()
    const token = new URL(link).searchParams.get('token') ?? ''
    const accepted = await session.send(origin, '/console/invitation', [
      ['token', token],
      ['name', email],
      ['password', password],
    ])
    if (accepted.status !== 303) throw new Error(`The invitation was answered ${accepted.status}.`)
    return session
  }

  /** What it sends to be known again. */
  get cookie(): string {
    return [...this.#cookies].map((each) => each.join('=')).join('; ')
  }

  get(origin: string, path: string): Promise<Reply> {
    return this.#ask(origin, path)
  }

  send(origin: string, path: string, fields: readonly (readonly [string, string])[]): Promise<Reply> {
    return this.#ask(origin, path, new URLSearchParams(fields.map(([name, value]) => [name, value])))
  }

  /** A form whose action asks for the factor. */
  sendSurely(origin: string, path: string, fields: readonly (readonly [string, string])[]): Promise<Reply> {
    return this.send(origin, path, [...fields, ['factor:password', password]])
  }

  async #ask(origin: string, path: string, body?: URLSearchParams): Promise<Reply> {
    const { cookie } = this
    const answer = await fetch(origin + path, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }
}

/** The value of a hidden field of a page, in the form with this action. */
export function hidden({ text }: Reply, action: string, name: string): string {
  const form = text.split('<form').find((each) => each.includes(`name="action" value="${action}"`)) ?? ''
  const value = new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(form)?.[1]
  if (value === undefined) throw new Error(`The page has no field ${name} for ${action}.`)
  return value
}
