import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { loadEnv, type Env } from '../../env.ts'
import { listen } from './listen.ts'

/**
 * Takes a free port where PORT is 0, before anything is made of it: ORIGIN, the links of mails and what is said of the
 * shop's address have it then, and so have workers, which inherit the environment. Throws EnvError when the address is
 * not available.
 */
export async function withFreePort(env: Env): Promise<Env> {
  if (env.PORT !== 0) return env
  const probe = createServer()
  await listen(probe, env)
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  process.env['PORT'] = String(port)
  return loadEnv()
}
