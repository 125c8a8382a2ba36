import { createHmac, randomBytes } from 'node:crypto'

const beginning = 'whsec_'

/** Makes the secret of an endpoint: 256 random bits. */
export function newWebhookSecret(): string {
  return beginning + randomBytes(32).toString('base64')
}

type Message = { id: string; timestamp: number; body: string }

/** The headers of Standard Webhooks; with several secrets each signs, so that one can be replaced without a gap. */
export function signedHeaders(secrets: readonly string[], { id, timestamp, body }: Message): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(beginning.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
