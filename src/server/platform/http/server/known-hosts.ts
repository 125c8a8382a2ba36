import type { IncomingMessage } from 'node:http'
import type { Env } from '../../env.ts'

export type HostSettings = Pick<Env, 'ORIGIN' | 'isProduction' | 'HOSTS'>
/** This machine's own names: health checks come by them, and nothing in an answer depends on the name. */
const OWN_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/

/** Tells whether a request is meant for this shop; outside production every name will do. */
export function hostCheck({ ORIGIN, isProduction, HOSTS }: HostSettings): (req: IncomingMessage) => boolean {
  if (!isProduction) return () => true
  const { host, hostname } = new URL(ORIGIN)
  const known = new Set([host, hostname, ...HOSTS])
  return ({ headers }) => {
    const asked = headers.host
    return (
      asked === undefined || known.has(asked) || known.has(asked.toLowerCase()) || OWN_NAME.test(asked.slice(0, 100))
    )
  }
}
