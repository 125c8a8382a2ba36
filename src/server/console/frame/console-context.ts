import type { APIContext } from 'astro'
import type { StaffSession } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'

export type ConsoleRequest = Pick<APIContext, 'request' | 'cookies' | 'clientAddress' | 'locals' | 'url' | 'params'>

/** What a screen's functions and actions get: the services, who asks, and the request. */
export type ConsoleContext = { readonly shop: Shop; readonly session: StaffSession; readonly request: ConsoleRequest }
