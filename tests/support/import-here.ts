import { resolve } from 'node:path'
import { vi } from 'vitest'
import type { ImportFile } from '../../src/server/catalog/sources/import-in-thread.ts'
import type { Env } from '../../src/server/platform/env.ts'
import { runImport } from '../../src/tools/import/run-import.ts'

/**
 * Imports as the thread does, in this process: a thread takes 0.4 s of processor time to load the shop. What the import
 * prints to the terminal is dropped, as the shop drops it. It cannot be stopped.
 */
export function importHere(env: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>): ImportFile {
  return async (wanted) => {
    vi.stubEnv('SHOP_DATA', resolve(env.SHOP_DATA))
    vi.stubEnv('DATABASE_URL', env.DATABASE_URL ?? '')
    let said = ''
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const fail = vi.spyOn(console, 'error').mockImplementation((line) => {
      said += `${line}\n`
    })
    try {
      return { code: await runImport(wanted), said: said.trim() }
    } finally {
      print.mockRestore()
      fail.mockRestore()
    }
  }
}
