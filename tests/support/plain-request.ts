import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'

export type Asked = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** One request as it is, without redirects, decompression or headers of its own. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> {
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = await response.toArray()
  const whole = Buffer.concat(chunks)
  return { status: response.statusCode, headers: response.headers, body: whole, text: whole.toString() }
}
