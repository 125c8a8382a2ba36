import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Env } from '../../platform/env.ts'
import { maxCharacters, readEcbFile, type EcbRates } from './ecb-file.ts'
import { RatesError } from './rates-error.ts'

const timeoutMs = 10_000

/** Fetches the newest reference rates of the European Central Bank. Throws RatesError. */
export async function fetchEcbRates({ RATES_URL: url }: Pick<Env, 'RATES_URL'>, base: CurrencyCode): Promise<EcbRates> {
  return readEcbFile(await textAt(url), base)
}

async function textAt(url: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`it answers ${response.status}`)
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.length > maxCharacters) throw new Error('its answer is too long')
    }
    return text
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer'
    const { host } = new URL(url)
    throw new RatesError('rates_unreachable', `${host} gives no exchange rates: ${why}.`, { host, why })
  }
}
