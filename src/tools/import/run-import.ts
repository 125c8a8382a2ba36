import type { ImportArguments, ImportOrder } from '../../server/catalog/import/import-arguments.ts'
import { isBootError } from '../../server/platform/boot-error.ts'
import { printError } from '../print.ts'
import { carryOutOrder } from './carry-out-order.ts'
import { importFiles } from './import-files.ts'

/**
 * Imports what a command names, or what the console asked for. Prints errors itself, because an error loses its class
 * when it leaves a thread. @returns the exit code.
 */
export async function runImport(wanted: ImportArguments | ImportOrder): Promise<number> {
  try {
    return await ('importId' in wanted ? carryOutOrder(wanted) : importFiles(wanted))
  } catch (error) {
    if (!isBootError(error)) throw error
    printError(error.message)
    return 1
  }
}
