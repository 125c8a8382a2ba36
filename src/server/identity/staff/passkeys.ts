import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { APIContext } from 'astro'
import { z } from 'zod'
import { transportsJson } from '../../platform/db/json-columns.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { Shop } from '../shop.ts'
import { endChallenge, givenChallenge, makeChallenge } from './challenges.ts'
import { insertPasskey, recordPasskeyUse, passkeyById, passkeysOf, type PasskeyRow } from './factor-queries.ts'
import type { StaffRow } from './staff-queries.ts'

type Cookies = APIContext['cookies']
type Services = Pick<Shop, 'db' | 'env' | 'now' | 'log'>
const maxLength = 10_000
/** Loaded when somebody first signs in to the console: shoppers do without it. */
const library = () => import('@simplewebauthn/server')

/** What of a browser's own part of an answer the library does not check. */
const clientData = z.looseObject({ crossOrigin: z.unknown() })
/** What an authenticator answers; the library checks every other part of it. */
const answer = z.looseObject({ id: z.string().max(1_000), type: z.literal('public-key'), response: z.looseObject({}) })

/** The request that a page hands its browser to sign in by a passkey; `allowed` names a person's own passkeys. */
export async function passkeyRequest(shop: Services, cookies: Cookies, allowed: readonly PasskeyRow[] = []) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: hostOf(shop),
    challenge: bytesOf(await makeChallenge(shop, cookies)),
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
    userVerification: 'required',
  })
}

/** Returns the passkey that answered the challenge of this browser; undefined for any other answer, or a second one. */
export async function answeringPasskey(
  shop: Services,
  cookies: Cookies,
  written: string,
): Promise<PasskeyRow | undefined> {
  const response = read<AuthenticationResponseJSON>(written)
  const challenge = await givenChallenge(shop, cookies)
  const passkey = response && challenge ? await passkeyById(shop.db, response.id) : undefined
  if (!response || !challenge || !passkey) return undefined
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originOf(shop),
    expectedRPID: hostOf(shop),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: bytesOf(passkey.public_key),
      counter: passkey.counter,
      transports: transportsOf(passkey.transports),
    },
  }).catch((err: unknown) => logRefusal(shop, err))
  if (!verified?.verified || !(await endChallenge(shop, cookies, challenge))) return undefined
  const use = {
    id: passkey.id,
    counter: verified.authenticationInfo.newCounter,
    last_used_at: shop.now().toISOString(),
  }
  if (isInFrame(response)) return logRefusal(shop, new Error('The passkey was asked for in a frame of another site.'))
  if (!isOfPerson(response, passkey)) return logRefusal(shop, new Error('The passkey names another person.'))
  if (!(await recordPasskeyUse(shop.db, use)))
    return logRefusal(shop, new Error('The counter of the passkey did not grow, or it is gone.'))
  return passkey
}

/** Authenticators that store a passkey tell whose it is (WebAuthn, section 7.2, step 6); others say nothing. */
function isOfPerson({ response: { userHandle } }: AuthenticationResponseJSON, { staff_id: id }: PasskeyRow): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === id
}

/** No page of the console may be shown in another site's (WebAuthn, sections 7.1 and 7.2, the step of crossOrigin). */
function isInFrame({ response }: { response: { clientDataJSON: string } }): boolean {
  const said = clientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()))
  return Boolean(said.crossOrigin)
}

/** The request that a page hands its browser to make a passkey. */
export async function newPasskeyRequest(
  shop: Services,
  cookies: Cookies,
  { id, email, name }: StaffRow,
  shopName: string,
) {
  const known = await passkeysOf(shop.db, id)
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: shopName,
    rpID: hostOf(shop),
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    challenge: bytesOf(await makeChallenge(shop, cookies)),
    attestationType: 'none',
    excludeCredentials: known.map((each) => ({ id: each.id, transports: transportsOf(each.transports) })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

type NewPasskey = { staffId: string; written: string; name: string }

/** Returns the passkey of an answer to this browser's challenge, for `storePasskey`; undefined for any other answer. */
export async function registeredPasskey(
  shop: Services,
  cookies: Cookies,
  { staffId, written, name }: NewPasskey,
): Promise<PasskeyRow | undefined> {
  const response = read<RegistrationResponseJSON>(written)
  const challenge = await givenChallenge(shop, cookies)
  if (!response || !challenge) return undefined
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originOf(shop),
    expectedRPID: hostOf(shop),
    requireUserVerification: true,
  }).catch((err: unknown) => logRefusal(shop, err))
  if (!verified?.verified || !(await endChallenge(shop, cookies, challenge))) return undefined
  if (isInFrame(response)) return logRefusal(shop, new Error('The passkey was made in a frame of another site.'))
  const { credential } = verified.registrationInfo
  if (await passkeyById(shop.db, credential.id)) return undefined
  return {
    id: credential.id,
    staff_id: staffId,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transportsJson.write(credential.transports ?? []),
    name,
    created_at: shop.now().toISOString(),
    last_used_at: null,
  }
}

/** Stores a passkey; false if one with its id was stored meanwhile. */
export async function storePasskey(db: Database, passkey: PasskeyRow): Promise<boolean> {
  return db.transaction().execute((trx) => insertPasskey(trx, passkey))
}

function logRefusal({ log }: Services, err: unknown): undefined {
  log.warn({ err }, 'a passkey was refused')
  return undefined
}

function read<Answer>(written: string): Answer | undefined {
  if (written.length > maxLength) return undefined
  try {
    const parsed = answer.safeParse(JSON.parse(written))
    return parsed.success ? (parsed.data as unknown as Answer) : undefined
  } catch {
    return undefined
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

function transportsOf(json: string): AuthenticatorTransport[] {
  return transportsJson.read(json) as AuthenticatorTransport[]
}

/** Where staff work: the origin that browsers sign with. */
function originOf({ env }: Pick<Shop, 'env'>): string {
  return env.CONSOLE_ORIGIN ?? env.ORIGIN
}

function hostOf(shop: Pick<Shop, 'env'>): string {
  return new URL(originOf(shop)).hostname
}
