import { lookup } from 'node:dns'
import type { ClientRequest } from 'node:http'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { isListed, parseAddresses } from './address-list.ts'

/** Addresses that are not public: private, local, reserved, multicast, and those that embed such ones. */
const privateNetworks =
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24, ' +
  '192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4, ' +
  '::/96, ::ffff:0:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48, 100::/64, 2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20, ' +
  '5f00::/16, fc00::/7, fe80::/10, fec0::/10, ff00::/8'

/** Asks a name server; replaced in tests. */
export type Resolve = (
  host: string,
  options: { all: true },
  callback: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void

/** Thrown for an address that must not be connected to; the message is the rest of a sentence. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** Which addresses may be connected to. A name is resolved once, and one of the checked addresses is connected to. */
export class PublicAddresses {
  readonly #refused: BlockList | undefined
  readonly #resolve: Resolve

  constructor({ refused = privateNetworks, resolve = lookup as Resolve } = {}) {
    this.#refused = parseAddresses(refused)
    this.#resolve = resolve
  }

  /** Throws AddressError if the host of a URL is an address that is not public. */
  checkHost({ hostname }: URL): void {
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0) this.#check(host)
  }

  /** For connections: resolves a name, and refuses it when one of its addresses is not public. */
  readonly lookup: LookupFunction = (host, { all }, callback) => {
    this.#resolve(host, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new AddressError('its host is unknown'), '')
      try {
        for (const { address } of addresses) this.#check(address)
      } catch (refusal) {
        return callback(refusal as Error, '')
      }
      return all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

  #check(address: string): void {
    if (!this.#refused || isListed(this.#refused, address)) throw new AddressError('its address is not a public one')
  }
}

/** How many informational answers (103 Early Hints and others) a server may send before the final one. */
const maxInformational = 20

/**
 * Ends a request that gets no answer of its own, and says by what: an answer that changes the protocol (101), of which
 * Node tells neither by a response nor by an error, or informational ones (1xx) without end, which cost a processor for
 * as long as the request may take.
 */
export function refuseWithoutAnswer(request: ClientRequest, refuse: (status: '101' | '1xx') => void): void {
  let informational = 0
  request.once('upgrade', (_response, socket) => {
    socket.destroy()
    refuse('101')
  })
  request.on('information', () => {
    informational += 1
    if (informational <= maxInformational) return
    request.destroy()
    refuse('1xx')
  })
}
