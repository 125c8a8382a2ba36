import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { countryCode: string; vatNumber: string; requesterMemberStateCode: string; requesterNumber: string }

/**
 * How numbers are handled: VIES knows them or does not, reports an unavailable service by name, is blocked in a way
 * that looks like a refusal, answers with an HTTP error or an unreadable body, omits its consultation number, answers
 * about another number, or does not answer.
 */
export type ViesMood =
  | 'known'
  | 'unknown'
  | 'MS_UNAVAILABLE'
  | 'INVALID_REQUESTER_INFO'
  | 'blocked'
  | 'rubbish'
  | 'not-json'
  | 'without-number'
  | 'other-number'
  | 'hang'
  | 'slow-body'
  | number

/** The Commission's REST API as used by a shop. */
export class FakeVies {
  readonly asked: Asked[] = []
  mood: ViesMood = 'known'
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  static async start(): Promise<FakeVies> {
    const vies = new FakeVies()
    vies.#server.listen(0, '127.0.0.1')
    await once(vies.#server, 'listening')
    return vies
  }

  /** The settings of a shop that uses this server. */
  get env() {
    const { port } = this.#server.address() as AddressInfo
    return { VAT_CHECK: 'vies' as const, VIES_URL: `http://127.0.0.1:${port}/rest-api` }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked
    if (request.method !== 'POST' || request.url !== '/rest-api/check-vat-number')
      throw new Error(`${request.method} ${request.url}`)
    this.asked.push(asked)
    const { mood } = this
    if (mood === 'hang') return
    if (mood === 'slow-body') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"valid": true,')
      return
    }
    const status = typeof mood === 'number' ? mood : mood.includes('_') ? 400 : 200
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(mood === 'not-json' ? '<html>Busy</html>' : JSON.stringify(this.#body(mood, asked)))
  }

  #body(mood: ViesMood, { countryCode, vatNumber }: Asked): unknown {
    const about = {
      countryCode,
      vatNumber: mood === 'other-number' ? '000000000' : vatNumber,
      requestDate: '2026-07-15T09:00:00.000Z',
      name: '---',
      address: '---',
    }
    switch (mood) {
      case 'known':
      case 'other-number':
        return { ...about, valid: true, requestIdentifier: `WAPI${this.asked.length}` }
      case 'without-number':
        return { ...about, valid: true, requestIdentifier: '' }
      case 'unknown':
        return { ...about, valid: false, requestIdentifier: '' }
      case 'blocked':
        return { ...about, valid: false, userError: 'IP_BLOCKED', requestIdentifier: '' }
      case 'rubbish':
        return { valid: 'yes', requestIdentifier: ['WAPI'] }
      default:
        return typeof mood === 'number'
          ? { ...about, valid: true, requestIdentifier: 'WAPI' }
          : { actionSucceed: false, errorWrappers: [{ error: mood }] }
    }
  }
}
