import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '../../../src/contracts/calls/webhook-events.ts'
import { WebhookSender } from '../../../src/server/platform/webhooks/deliver-webhooks.ts'
import { webhookPost } from '../../../src/server/platform/webhooks/post-webhook.ts'
import { addEndpoint } from '../../../src/server/platform/webhooks/webhook-endpoints.ts'
import type { Shop } from '../../../src/server/shop.ts'

export const actor = { staffId: null, name: 'test', address: 'command' }

// oxlint-disable-next-line typescript/no-explicit-any -- the body of any event
export type Got = { headers: IncomingHttpHeaders; text: string; body: any }
type Answer = (response: ServerResponse, got: Got) => void

export const accept: Answer = (response) => void response.writeHead(204).end()
export const answerWith = (status: number, headers = {}): Answer => {
  return (response) => void response.writeHead(status, headers).end('said <b>so</b>')
}

/** Another system that listens on this machine; `answer` may be replaced at any time. */
export async function receiver(answer: Answer = accept) {
  const got: Got[] = []
  const self = { got, answer, url: '', [Symbol.asyncDispose]: async () => close() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const came = { headers: request.headers, text, body: JSON.parse(text) as unknown }
      got.push(came)
      self.answer(response, came)
    })
  })
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return self
}

export function listening(shop: Shop, url: string, events: readonly WebhookEvent[], name = 'Warehouse') {
  return addEndpoint(shop, actor, { name, url, events })
}

/** Sends everything that is due now, as the background job does. */
export async function sendDue(shop: Shop, timeoutMs = 10_000): Promise<void> {
  const stop = new AbortController().signal
  const sender = new WebhookSender(shop, stop, webhookPost({ isLocalAllowed: true, timeoutMs, stop }))
  await sender.begin()
  await sender.settle()
}

export const typesOf = ({ got }: { got: readonly Got[] }) => got.map(({ body }) => (body as { type: string }).type)
