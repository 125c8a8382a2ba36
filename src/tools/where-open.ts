import { isLoopbackHost, type Env } from '../server/platform/env.ts'

/** `address` is where a person finds the shop; `lines` say what ORIGIN does not lead to by itself. */
type Where = { address: string; lines: string[] }

/** Says where a shop that listens is found: at ORIGIN, unless that is an address of this machine and not the shop's. */
export function whereOpen({ ORIGIN, HOST, PORT }: Pick<Env, 'ORIGIN' | 'HOST' | 'PORT'>): Where {
  const listens = `http://${shownHost(HOST)}:${PORT}`
  const { hostname, protocol, port } = new URL(ORIGIN)
  if (protocol === 'https:' || !(isLoopbackHost(hostname) || isEveryAddress(hostname)))
    return { address: ORIGIN, lines: [`Listens on ${listens}, to which ${ORIGIN} has to lead.`] }
  const isHere = isEveryAddress(HOST) || hostname === bracketed(HOST) || hostname.endsWith('localhost')
  if (isHere && (port || '80') === String(PORT))
    return { address: isEveryAddress(hostname) ? listens : ORIGIN, lines: [] }
  return {
    address: listens,
    lines: [`Links in mails begin with ${ORIGIN} (ORIGIN), where this shop does not listen: set ORIGIN=${listens}.`],
  }
}

/** Browsers do not open the address that stands for all of a machine. */
const shownHost = (host: string): string => (isEveryAddress(host) ? 'localhost' : bracketed(host))

const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)

const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
