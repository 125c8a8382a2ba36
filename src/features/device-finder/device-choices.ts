import { callApi } from '../../browser/call-api.ts'
import { Devices, type DeviceChoice } from '../../contracts/calls/devices.ts'

const known = new Map<string, Promise<readonly DeviceChoice[]>>()

/** The lines of a maker, or the models of a line, asked for once; a failure gives undefined and is asked for again. */
export async function choicesOf(brand: string, series?: string): Promise<readonly DeviceChoice[] | undefined> {
  const key = JSON.stringify([brand, series])
  const pending =
    known.get(key) ??
    callApi(Devices, { query: { brand, ...(series === undefined ? {} : { series }) } }).then(({ body }) => body)
  known.set(key, pending)
  try {
    return await pending
  } catch {
    known.delete(key)
    return undefined
  }
}
