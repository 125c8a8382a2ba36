import { printable, printableJson } from '../server/platform/printable.ts'

/** Everything that a command says goes through here: what shoppers and suppliers wrote must not steer the terminal. */
export function print(text: string): void {
  console.log(printable(text))
}

/** For programs, on standard output. */
export function printJson(data: unknown): void {
  printJsonText(JSON.stringify(data, null, 2))
}

/** JSON that is text already; its value stays what it is. */
export function printJsonText(json: string): void {
  console.log(printableJson(json))
}

/** What went wrong, on standard error. */
export function printError(text: string): void {
  console.error(printable(text))
}
