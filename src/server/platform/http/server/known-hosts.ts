import type { IncomingMessage } from 'node:http'
import type { Env } from '../../env.ts'

export type HostSettings = Pick<Env, 'ORIGIN' | 'isProduction' | 'HOSTS'> & Partial<Pick<Env, 'CONSOLE_ORIGIN'>>
/** Names of this machine, which health checks use; no answer depends on the name. */
const ownName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/

/** Creates a check of whether a request's Host is this shop's; outside production every name is accepted. */
export function hostCheck({
  ORIGIN,
  CONSOLE_ORIGIN,
  isProduction,
  HOSTS,
}: HostSettings): (req: IncomingMessage) => boolean {
  if (!isProduction) return () => true
  const { host, hostname } = new URL(ORIGIN)
  const known = new Set([host, hostname, ...HOSTS])
  if (CONSOLE_ORIGIN) known.add(new URL(CONSOLE_ORIGIN).host)
  return ({ headers }) => {
    const asked = headers.host
    return (
      asked === undefined || known.has(asked) || known.has(asked.toLowerCase()) || ownName.test(asked.slice(0, 100))
    )
  }
}
