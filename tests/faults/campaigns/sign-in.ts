import { demoPassword } from '../../../src/server/preflight/demo-identity.ts'
import type { RawClient } from './raw-client.ts'

export type Tokens = { access_token: string; refresh_token: string }

/** Signs in the demo's private customer with tokens. */
export async function signIn(client: RawClient): Promise<Tokens> {
  const body = Buffer.from(JSON.stringify({ email: 'karin@example.com', password: demoPassword }))
  const { status, text } = await client.ask({
    path: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (status !== 200) throw new Error(`The demo's customer could not sign in: ${status} ${text.slice(0, 300)}`)
  const tokens: Tokens = JSON.parse(text)
  return tokens
}
