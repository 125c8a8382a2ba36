import type { Env } from '../../env.ts'

const noDocumentPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Which sensors of a device a page may ask for: none, or the camera. */
const sensors = (camera: '()' | '(self)') =>
  `camera=${camera}, microphone=(), geolocation=(), usb=(), browsing-topics=()`

/** Permissions-Policy of a page that reads barcodes with the camera. */
export const withCamera = sensors('(self)')

export type HeaderList = readonly string[]

/**
 * Builds the headers of every answer as a flat list (name, value, …); pages get their Content-Security-Policy from
 * Astro.
 */
export function securityHeaders(env: Pick<Env, 'ORIGIN'> & Partial<Pick<Env, 'HSTS_SUBDOMAINS'>>): HeaderList {
  const headers = [
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    sensors('()'),
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'X-Frame-Options',
    'DENY',
  ]
  if (env.ORIGIN.startsWith('https:'))
    headers.push('Strict-Transport-Security', `max-age=31536000${env.HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`)
  return headers
}

/** The Content-Security-Policy of answers that are not pages. */
export const inertPolicy: HeaderList = ['Content-Security-Policy', noDocumentPolicy]
