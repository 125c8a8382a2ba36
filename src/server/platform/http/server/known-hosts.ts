import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Env } from '../../env.ts'

export type HostSettings = Pick<Env, 'ORIGIN' | 'isProduction' | 'HOSTS'> & Partial<Pick<Env, 'CONSOLE_ORIGIN'>>
/** Names of this machine, which health checks use; no answer depends on the name. */
const ownName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/
/** Names that nobody can register: of containers and machines of the same network. */
const localName = /^(?:[\w-]+|(?:[\w-]+\.)+(?:localhost|local))$/i
const maxLength = 300

/**
 * Creates a check of whether a request's Host is this shop's. Outside production every address and every local name
 * is too. Any other name is refused there as well: its owner may let it lead to this machine, and a page that a
 * developer opens under it would read the shop (DNS rebinding).
 */
export function hostCheck({
  ORIGIN,
  CONSOLE_ORIGIN,
  isProduction,
  HOSTS,
}: HostSettings): (req: IncomingMessage) => boolean {
  const { host, hostname } = new URL(ORIGIN)
  const known = new Set([host, hostname, ...HOSTS])
  if (CONSOLE_ORIGIN) known.add(new URL(CONSOLE_ORIGIN).host)
  return ({ headers }) => {
    const asked = headers.host
    if (asked === undefined || known.has(asked) || known.has(asked.toLowerCase())) return true
    if (asked.length > maxLength) return false
    return ownName.test(asked) || (!isProduction && isLocal(asked))
  }
}

function isLocal(asked: string): boolean {
  const name = asked.replace(/:\d+$/, '')
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || localName.test(name)
}
