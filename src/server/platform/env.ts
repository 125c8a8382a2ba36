import { z } from 'zod'
import { maxLines } from '../../contracts/calls/sync-cart.ts'
import { parseAddresses } from './address-list.ts'
import { backupVariables, storeFault } from './backup-env.ts'
import { BootError } from './boot-error.ts'
import { parsePageMiddleware } from './page-middleware-setting.ts'
import { retentionVariables } from './retention-env.ts'
import { withSecretFiles } from './secret-files.ts'

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .pipe(
      z
        .int(`must be a whole number from ${min} to ${max}`)
        .min(min, `must be at least ${min}`)
        .max(max, `must be at most ${max}`),
    )
const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` }).optional()

const addresses = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const list = parseAddresses(text)
    if (list === undefined) addIssue('must be addresses or networks such as 192.0.2.7, 10.0.0.0/8, 2001:db8::/32')
    return list ?? z.NEVER
  })

const pageMiddleware = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const found = parsePageMiddleware(text)
    if (found === undefined)
      addIssue('must be screens that no cache shares, each with its middleware, such as excel-order=account')
    return found ?? z.NEVER
  })

const originList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
  .refine(
    (origins) => origins.every((each) => /^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(each)),
    'must be origins with spaces between them, such as https://reports.example https://*.tags.example',
  )

const share = 'must be a share from 0 to 1, such as 0.1'

/** The form of OpenTelemetry: names and values with = between them, pairs with commas, values in percent-encoding. */
const headerList = z.string().transform((text, { addIssue }) => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=((?:[!-$&-~]|%[2-7][0-9A-Fa-f])*)\s*$/.exec(pair))
  if (pairs.includes(null)) addIssue('must be headers such as api-key=abc,tenant=7')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]))
})

const mailSender = z.string().transform((text, { addIssue }) => {
  const [, name = '', address = ''] = /^([^<>"\r\n]{1,100}?)\s*<([^<>\s]+)>$/.exec(text.trim()) ?? []
  if (name === '' || !z.email().safeParse(address).success)
    addIssue('must be a name and an address, such as Example Shop <order@shop.example>')
  return { name, address }
})

const variables = z.object({
  ...retentionVariables,
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4321),
  ORIGIN: address(/^https?$/, 'https://shop.example'),
  CONSOLE_ORIGIN: address(/^https?$/, 'https://console.shop.example'),
  SHOP_DATA: z.string().default('.data'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@localhost:5432/shop'),
  TRUST_PROXY_HOPS: wholeNumber(0, 10).default(0),
  REQUESTS_AT_ONCE: wholeNumber(1, 10_000).default(32),
  REQUESTS_PER_NETWORK: wholeNumber(1, 10_000).default(8),
  WORKERS: wholeNumber(1, 64).optional(),
  PAGE_CACHE_MB: wholeNumber(1, 4096).optional(),
  CONNECTIONS: wholeNumber(10, 100_000).default(5_000),
  CONNECTIONS_PER_NETWORK: wholeNumber(5, 100_000).default(1_000),
  CART_LINES_GUEST: wholeNumber(1, maxLines).default(200),
  CART_LINES_CUSTOMER: wholeNumber(1, maxLines).default(maxLines),
  HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((each) => each !== ''),
    ),
  HSTS_SUBDOMAINS: flag.default(false),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s]+@[^\s]+|https:\/\/[^\s]+)$/, 'must be mailto:security@shop.example or an https address')
    .optional(),
  INTERNAL_ADDRESSES: addresses,
  CDN: flag.default(false),
  PURGE_URL: address(/^https?$/, 'http://127.0.0.1:6081/'),
  PURGE_TOKEN: z.string().min(16, 'must be at least 16 characters that nobody can guess').optional(),
  SMTP_URL: address(/^smtps?$/, 'smtps://user:password@mail.example:465'),
  MAIL_FROM: mailSender.optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').optional(),
  OPERATOR_LANGUAGE: z.enum(['en', 'sv'], 'must be en or sv').default('en'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must be a secret key of Stripe, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must be a webhook signing secret of Stripe, which begins with whsec_')
    .optional(),
  STRIPE_API_BASE: address(/^https?$/, 'https://api.stripe.com'),
  STRIPE_CAPTURE: z.enum(['at-once', 'at-shipment'], 'must be at-once or at-shipment').default('at-once'),
  SANDBOX_PAYMENTS: flag.optional(),
  VAT_CHECK: z.enum(['vies', 'syntax'], 'must be vies or syntax').optional(),
  VIES_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://ec.europa.eu/taxation_customs/vies/rest-api',
    })
    .default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  RATES_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    })
    .default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  INVOICE_GUEST_LIMIT: wholeNumber(0, 1_000_000_000).default(0),
  INVOICE_PRIVATE_LIMIT: wholeNumber(0, 1_000_000_000).default(2_000),
  CARTS_PER_NETWORK: wholeNumber(0, 1_000_000).default(300),
  ORDERS_PER_NETWORK: wholeNumber(0, 1_000_000).default(30),
  ORDERS_PER_EMAIL: wholeNumber(0, 1_000_000).default(10),
  OPEN_ORDERS: wholeNumber(0, 1_000_000).default(5),
  OPEN_ORDERS_SUM: wholeNumber(0, 1_000_000_000).default(50_000),
  UNPAID_STOCK_PERCENT: wholeNumber(1, 100).default(50),
  LOG_LEVEL: z
    .enum(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'must be silent, fatal, error, warn, info, debug or trace',
    )
    .default('info'),
  SLOW_REQUEST_MS: wholeNumber(0, 600_000).default(1_000),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  TAG_SCRIPT_URL: address(/^https?$/, 'https://tags.example/container.js'),
  TAG_ORIGINS: originList.default([]),
  REVIEW_WIDGET_URL: address(/^https?$/, 'https://reviews.example/our-shop'),
  PREVIEW_SECRET: z.string().min(32, 'must be at least 32 characters that nobody can guess').optional(),
  PREVIEW_ORIGINS: originList
    .refine((origins) => origins.every((each) => !each.includes('*')), 'must be whole origins, without *')
    .default([]),
  PAGE_MIDDLEWARE: pageMiddleware,
  ...backupVariables,
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, 'http://collector.example:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().default('shop'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0, share).max(1, share).default(1),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  ALLOW_DEMO_ACCOUNTS: flag.default(false),
  ALLOW_DEMO_COMPANY: flag.default(false),
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  ALLOW_SYNTAX_VAT_CHECK: flag.default(false),
  ALLOW_MAIL_FILES: flag.default(false),
  ALLOW_HTTP_ORIGIN: flag.default(false),
})

type Variables = z.output<typeof variables>

/** The shop's settings, each documented in .env.example. */
export type Env = Omit<Variables, 'ORIGIN' | 'SANDBOX_PAYMENTS' | 'VAT_CHECK'> & {
  /** Scheme, host and port that browsers use, without a trailing slash. */
  readonly ORIGIN: string
  /** Whether the shop serves real shoppers: NODE_ENV is production, or ORIGIN is https. */
  readonly isProduction: boolean
  /** Whether only this machine can reach the shop: HOST and the host of ORIGIN are loopback addresses. */
  readonly isLoopback: boolean
  /** Whether the sandbox payment provider may be offered. */
  readonly SANDBOX_PAYMENTS: boolean
  /** How VAT numbers are confirmed: by VIES, or by their syntax only. */
  readonly VAT_CHECK: 'vies' | 'syntax'
  /** Passwords and tokens of feeds: the variables whose names begin with FEED_. */
  readonly feedSecrets: Readonly<Record<string, string>>
}

/** An invalid setting; the message names the variable and says what to set. */
export class EnvError extends BootError {
  override readonly name = 'EnvError'
}

/**
 * Parses the settings from environment variables; empty ones count as missing. Throws EnvError on the first invalid
 * value.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const filled = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = variables.safeParse(filled)
  if (!parsed.success) throw new EnvError(sentence(parsed.error))
  const env = parsed.data
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET === undefined) {
    throw new EnvError(
      'STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY is set, so set the signing secret of its webhook too ' +
        '(whsec_…).',
    )
  }
  const fault = storeFault(env)
  if (fault !== undefined) throw new EnvError(fault)
  const origin = originOf(env)
  const consoleOrigin = env.CONSOLE_ORIGIN && bareOrigin('CONSOLE_ORIGIN', env.CONSOLE_ORIGIN)
  const isProduction = env.NODE_ENV === 'production' || origin.startsWith('https:')
  return {
    ...env,
    ORIGIN: origin,
    CONSOLE_ORIGIN: consoleOrigin,
    isProduction,
    isLoopback: isLoopbackHost(env.HOST) && isLoopbackHost(new URL(origin).hostname),
    SANDBOX_PAYMENTS: env.SANDBOX_PAYMENTS ?? !isProduction,
    VAT_CHECK: env.VAT_CHECK ?? (isProduction ? 'vies' : 'syntax'),
    feedSecrets: feedSecretsOf(filled),
  }
}

function feedSecretsOf(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value = '']) => (name.startsWith('FEED_') ? [[name, value]] : [])),
  )
}

/** Tells whether a name or address of a host is one of this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|(.+\.)?localhost)$/i.test(host)
}

/**
 * Reads .env of the working directory, if it exists, the process's variables, which take precedence, and the files of
 * secrets that these name.
 */
export function loadEnv(): Env {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!isMissingFile(error)) throw error
  }
  return parseEnv(withSecretFiles(process.env))
}

function originOf({ ORIGIN, HOST, PORT }: Variables): string {
  if (ORIGIN === undefined) return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  return bareOrigin('ORIGIN', ORIGIN)
}

function bareOrigin(name: string, address: string): string {
  const url = new URL(address)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new EnvError(`${name} must be scheme, host and port alone: set it to ${url.origin}.`)
  }
  return url.origin
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0]
  const name = issue?.path.join('.') ?? 'A setting'
  return `${name} ${issue?.message ?? 'is wrong'}: set it in the environment or in .env (see .env.example).`
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * The environment of threads and processes of the shop that need no setting and must not see any secret: only where
 * Node keeps compiled code, without which loading a program takes twice the processor time.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
