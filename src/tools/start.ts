import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { href } from '../routes.ts'
import { isBootError } from '../server/platform/boot-error.ts'
import { loadEnv, type Env } from '../server/platform/env.ts'
import { withFreePort } from '../server/platform/http/server/free-port.ts'
import { buildIfStale } from './build-if-stale.ts'
import { endWithNpm } from './end-with-npm.ts'
import { projectRoot } from './run-program.ts'
import { brandNames, demoSignIns, seedIfEmpty } from './seed.ts'
import { whereOpen } from './where-open.ts'

const say = (line: string): void => console.log(line)

/** `npm start`: builds if the sources changed, seeds an empty database, serves, and prints the URL. */
async function start(): Promise<void> {
  const env = await withFreePort(loadEnv())
  await buildIfStale(say)
  await seedIfEmpty(env, say)
  const entry = pathToFileURL(join(projectRoot, 'dist/server/entry.mjs')).href
  const built = (await import(entry)) as typeof import('../main.ts')
  await built.run(env)
  await sayWhere(env)
}

async function sayWhere(env: Env): Promise<void> {
  const { address, lines } = whereOpen(env)
  const names = await brandNames(env)
  const signIns = await demoSignIns(env, address)
  say('')
  say(`  ${names.en} is open      ${address}${href('en', 'home')}`)
  say(`  ${names.sv} är öppet     ${address}${href('sv', 'home')}`)
  for (const line of [...signIns, ...lines]) say(`  ${line}`)
  say('  Ctrl-C ends the shop.')
  say('')
}

endWithNpm()
try {
  await start()
} catch (error) {
  // A worker has said itself why it cannot start.
  if (!isBootError(error) || error.message !== '') console.error(isBootError(error) ? error.message : error)
  // Ends also what a shop that could not listen has begun.
  process.exit(1)
}
