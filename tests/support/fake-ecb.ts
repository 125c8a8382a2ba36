import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The European Central Bank's file with these units per euro. */
export function ecbFile(perEuro: Readonly<Record<string, number>>, day = '2026-11-20'): string {
  const cubes = Object.entries(perEuro).map(([code, units]) => `<Cube currency='${code}' rate='${units}'/>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<Cube><Cube time='${day}'>${cubes.join('\n')}</Cube></Cube>
</gesmes:Envelope>`
}

/** A server of that file on loopback; `answer` may be changed. */
export class FakeEcb {
  answer: { status: number; text: string } = { status: 200, text: '' }
  asked = 0
  readonly #server = createServer((_, response) => {
    this.asked += 1
    response.writeHead(this.answer.status, { 'Content-Type': 'text/xml' }).end(this.answer.text)
  })

  static async start(): Promise<FakeEcb> {
    const bank = new FakeEcb()
    bank.#server.listen(0, '127.0.0.1')
    await once(bank.#server, 'listening')
    return bank
  }

  /** The settings of a shop that uses this server. */
  get env() {
    const { port } = this.#server.address() as AddressInfo
    return { RATES_URL: `http://127.0.0.1:${port}/eurofxref-daily.xml` }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
