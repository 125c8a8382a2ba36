import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

const msPerTick = 10

/**
 * Returns a function that reads the processor time of a PostgreSQL server so far, in milliseconds, with that of its
 * processes that have ended. The server has to run on this machine; not a number where it does not.
 */
export async function postgresProcessor(url: string): Promise<() => number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = fieldsOf(String(rows[0]?.pid))[1] ?? ''
  await client.end()
  return () => {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(fieldsOf)
      .filter((fields) => fields[1] === server)
    const ticks = [fieldsOf(server).slice(11, 15), ...children.map((fields) => fields.slice(11, 13))].flat()
    return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, each) => sum + Number(each), 0) * msPerTick
  }
}

/** The fields of /proc/PID/stat after the name of the program; none of a process that is gone. */
function fieldsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}
