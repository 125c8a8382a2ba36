import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { promisify } from 'node:util'

/** Text, objects and garbage, as a page makes them; prints the milliseconds of the processor that it took. */
const program = `
  const rowOf = (_, at) => ({ id: at, name: 'part ' + (at * 7919) % 2000, price: at * 1.25 })
  const rows = Array.from({ length: 2000 }, rowOf)
  const once = () => JSON.parse(JSON.stringify(rows)).toSorted((a, b) => (a.name < b.name ? -1 : 1)).length
  for (let at = 0; at < 100; at += 1) once()
  const before = process.threadCpuUsage()
  for (let at = 0; at < 600; at += 1) once()
  const { user, system } = process.threadCpuUsage(before)
  console.log((user + system) / 1000)
`

/** How much more two copies of a calculation get done than one, by processor time: what the machine itself allows. */
export async function scaleCalculation(): Promise<number> {
  const [alone = Number.NaN] = await calculate(1)
  const [one = Number.NaN, two = Number.NaN] = await calculate(2)
  return alone / one + alone / two
}

function calculate(copies: number): Promise<number[]> {
  const run = async (_: unknown, at: number): Promise<number> => {
    const core = String(at === 0 ? 0 : cpus().length - 1)
    const { stdout } = await promisify(execFile)('taskset', ['--cpu-list', core, process.execPath, '-e', program])
    return Number(stdout)
  }
  return Promise.all(Array.from({ length: copies }, run))
}
