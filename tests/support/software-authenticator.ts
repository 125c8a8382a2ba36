import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a browser and its authenticator say; a test may swap any of it. */
export type Said = {
  challenge: string
  origin: string
  rpId: string
  type: 'webauthn.create' | 'webauthn.get'
  userHandle?: string
  isVerified?: boolean
  crossOrigin?: boolean
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 }
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest()

/** An authenticator in the test: one key, and a counter that the test may turn back. */
export class SoftwareAuthenticator {
  readonly id: string
  counter = 0
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(id: string = base64url(randomBytes(16))) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.id = id
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** The answer that a browser posts after it made a passkey. */
  registration(said: Said): string {
    const attestation = isoCBOR.encode(
      new Map<string, Uint8Array | string | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', this.#authenticatorData(said, true)],
      ]),
    )
    return this.#answer({ clientDataJSON: clientData(said), attestationObject: base64url(attestation), transports: [] })
  }

  /** The answer that a browser posts after it signed in. */
  assertion(said: Said): string {
    this.counter += 1
    const data = this.#authenticatorData(said, false)
    const client = clientData(said)
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#privateKey)),
      ...(said.userHandle !== undefined && { userHandle: base64url(said.userHandle) }),
    })
  }

  #answer(response: Record<string, unknown>): string {
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  }

  #authenticatorData({ rpId, isVerified = true }: Said, hasCredential: boolean): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const set = flags.present | (isVerified ? flags.verified : 0) | (hasCredential ? flags.hasCredential : 0)
    const credential = hasCredential ? [this.#credential()] : []
    return Buffer.concat([sha256(rpId), Buffer.from([set]), counter, ...credential])
  }

  #credential(): Buffer {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
  }
}

function clientData({ type, challenge, origin, crossOrigin = false }: Said): string {
  return base64url(JSON.stringify({ type, challenge, origin, crossOrigin }))
}
